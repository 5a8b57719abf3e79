"""Errors as RFC 9457 problem details: what is wrong, which fields, and the way out. Never a stack trace, never a secret."""

from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.handlers.base import BaseRouteHandler
from msgspec import UNSET, Struct, UnsetType

from watchd import validation
from watchd.errors import Conflict, Fault, FieldErrors, NotFound, Unavailable, WatchdError
from watchd.flow.profiles.importing import NothingToImport
from watchd.logs import masked

MEDIA_TYPE = "application/problem+json"
MAX_FAULTS = 100  # in one answer; nobody reads more
# Where the gate leaves the body of a request, for a strict look at it.
BODY = "watchd.body"
log = structlog.get_logger()


class FieldProblem(Struct, frozen=True):
    """One wrong field."""

    field: str
    message: str


class Problem(Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is an error. `type` is stable: programs may branch on it."""

    type: str
    title: str
    status: int
    detail: str
    instance: str | UnsetType = UNSET  # what is in the way, when it can be looked at
    errors: list[FieldProblem] | UnsetType = UNSET


class ProblemError(WatchdError):
    """Raised to answer with a certain problem."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        faults: list[Fault] | None = None,
        headers: dict[str, str] | None = None,
        instance: str | None = None,
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.faults, self.headers, self.instance = faults or [], headers or {}, instance


def problem(
    status: int, code: str, detail: str, faults: list[Fault] | None = None, instance: str | None = None
) -> Problem:
    errors: Any = [FieldProblem(f.field, f.message) for f in faults] if faults else UNSET
    return Problem(
        type=f"urn:watchd:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=masked(detail),
        instance=instance or UNSET,
        errors=errors,
    )


def encoded(body: Problem) -> bytes:
    return msgspec.json.encode(body)


def invalid(faults: list[Fault]) -> ProblemError:
    named = ", ".join(fault.field[:100] for fault in faults[:5]) + (" …" if len(faults) > 5 else "")
    count = f"{len(faults)}" if len(faults) <= MAX_FAULTS else f"More than {MAX_FAULTS}"
    detail = f"{count} field(s) cannot be accepted: {named}."
    return ProblemError(422, "invalid", detail, faults=faults[:MAX_FAULTS])


def not_found(noun: str, id: str) -> ProblemError:
    return ProblemError(404, "not-found", f"There is no {noun} {id!r}.")


# The two answers below are the same for everybody who asks, so they tell nothing about what exists.
def unauthorized() -> ProblemError:
    return ProblemError(
        401,
        "unauthorized",
        "This needs a valid token: send Authorization: Bearer TOKEN. `watchd token create NAME` makes one.",
        headers={"WWW-Authenticate": 'Bearer realm="watchd"'},
    )


def forbidden(needed: str) -> ProblemError:
    return ProblemError(403, "forbidden", f"This token's scope does not allow this; it needs {needed}.")


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The problem that an exception means."""
    known = _known(request, error)
    body = problem(known.status, known.code, known.detail, known.faults, known.instance)
    return Response(encoded(body), status_code=known.status, media_type=MEDIA_TYPE, headers=known.headers)


def _known(request: Request[Any, Any, Any], error: Exception) -> ProblemError:
    match error:
        case ProblemError():
            return error
        case FieldErrors():
            return invalid(error.faults)
        case NothingToImport():
            return ProblemError(422, "invalid", f"The file {error}.", faults=[Fault("(body)", str(error))])
        case NotFound():
            return ProblemError(404, "not-found", str(error))
        case Conflict():
            faults = [Fault(error.field, str(error))] if error.field else []
            return ProblemError(409, "conflict", str(error), faults=faults)
        case Unavailable():
            log.error("database unavailable", reason=str(error))
            detail = "The database cannot be used now; try again later. The daemon's log says why."
            return ProblemError(503, "unavailable", detail, headers={"Retry-After": "5"})
        case ValidationException():
            return _validation(request, error)
        case SerializationException():
            return ProblemError(400, "malformed", f"The body cannot be read as JSON: {_last_line(error)}.")
        case HTTPException():
            return _from_framework(error)
    log.error("request failed", path=request.scope["path"], exc_info=error)
    return ProblemError(500, "internal", "Something went wrong inside watchd; its log has the details.")


def _validation(request: Request[Any, Any, Any], error: ValidationException) -> ProblemError:
    """What the framework does not like about the parameters; bodies were looked at before (api/edge/known_input.py)."""
    extra: list[Any] = error.extra if isinstance(error.extra, list) else []
    handler = request.route_handler
    names, kinds = public_names(handler), parameters(handler)
    faults = []
    for mistake in extra:
        key, message = str(mistake.get("key", "")), str(mistake.get("message", ""))
        kind = kinds[key].raw if key in kinds else None
        faults.append(Fault(names.get(key, key), validation.explained(message, kind)))
    return invalid(faults or [Fault("(request)", error.detail)])


def body_of(scope: Any) -> bytes:
    """The body of a request, as the gate has left it."""
    body: bytes = scope.get(BODY, b"")
    return body


def _from_framework(error: HTTPException) -> ProblemError:
    codes = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "media-type", 400: "malformed"}
    details = {
        404: "There is nothing at this address; /api/docs lists what there is.",
        405: "This address does not answer to that method; /api/docs lists what it answers to.",
    }
    status = error.status_code
    headers = {str(k): str(v) for k, v in (error.headers or {}).items()}
    detail = details.get(status, error.detail or "The request cannot be answered.")
    return ProblemError(status, codes.get(status, "error"), detail, headers=headers)


def _last_line(error: Exception) -> str:
    cause = error.__cause__ or error
    return str(cause).splitlines()[-1] if str(cause) else type(cause).__name__


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
