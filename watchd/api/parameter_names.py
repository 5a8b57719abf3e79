"""What is a parameter called outside? `state` means something else to the framework, so inside it has another name."""

from typing import Any

from litestar.handlers.base import BaseRouteHandler


def parameters(handler: BaseRouteHandler) -> dict[str, Any]:
    """The definitions of a handler's parameters, and of those that handlers share, by their names inside."""
    shared = handler.resolve_dependencies()
    signatures = [handler.parsed_fn_signature, *(given.parsed_fn_signature for given in shared.values())]
    fields = [item for signature in signatures for item in signature.parameters.items()]
    return {name: field for name, field in fields if name not in shared}


def public_names(handler: BaseRouteHandler) -> dict[str, str]:
    """From the names inside to those that clients write."""
    return {name: _public(name, field) for name, field in parameters(handler).items()}


def _public(name: str, field: Any) -> str:
    return getattr(field.kwarg_definition, "name", None) or name
