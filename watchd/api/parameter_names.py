"""What is a parameter called outside? `state` means something else to the framework, so inside it has another name."""

from typing import Any

from litestar.handlers.base import BaseRouteHandler


def public_names(handler: BaseRouteHandler) -> dict[str, str]:
    """From the names of a handler's parameters to those that clients write."""
    return {name: _public(name, field) for name, field in handler.parsed_fn_signature.parameters.items()}


def _public(name: str, field: Any) -> str:
    return getattr(field.kwarg_definition, "name", None) or name
