"""Errors as RFC 9457 problem details: what is wrong, which fields, and the way out; without stack traces and secrets."""

import re
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
MAX_FAULTS = 100  # in one answer
# bodies.py stores the body of a request here, for the strict checks in known_input.py.
BODY = "watchd.body"
MISSING_PARAMETER = re.compile(r"Missing required query parameter '([^']+)'")
log = structlog.get_logger()


class FieldProblem(Struct, frozen=True):
    """One wrong field."""

    field: str
    message: str


class Problem(Struct, frozen=True, omit_defaults=True):
    """The body of every error. `type` is stable: programs may branch on it."""

    type: str
    title: str
    status: int
    detail: str
    instance: str | UnsetType = UNSET  # the address of the resource that is in the way
    errors: list[FieldProblem] | UnsetType = UNSET


class ProblemError(WatchdError):
    """Raised to answer with this problem."""

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


# The two answers below are the same for every client, so they do not show what exists.
def unauthorized() -> ProblemError:
    return ProblemError(
        401,
        "unauthorized",
        "The request must have a valid token; send Authorization: Bearer TOKEN. `watchd token create NAME` makes one, on "
        "the machine of this daemon and with its settings.",
        headers={"WWW-Authenticate": 'Bearer realm="watchd"'},
    )


def forbidden(needed: str) -> ProblemError:
    return ProblemError(403, "forbidden", f"The scope of the token must include {needed}; use another token.")


def problem_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Turn an exception into its problem."""
    known = _problem_of(request, error)
    body = problem(known.status, known.code, known.detail, known.faults, known.instance)
    return Response(encoded(body), status_code=known.status, media_type=MEDIA_TYPE, headers=known.headers)


def _problem_of(request: Request[Any, Any, Any], error: Exception) -> ProblemError:
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
            detail = "The database cannot be used now; try again later. The log of the daemon has the reason."
            return ProblemError(503, "unavailable", detail, headers={"Retry-After": "5"})
        case ValidationException():
            return _validation(request, error)
        case SerializationException():
            return ProblemError(400, "malformed", f"The body cannot be read as JSON: {_last_line(error)}.")
        case HTTPException():
            return _from_framework(error)
    log.error("request failed", path=request.scope["path"], exc_info=error)
    return ProblemError(500, "internal", "An error occurred in watchd; its log has the details.")


def _validation(request: Request[Any, Any, Any], error: ValidationException) -> ProblemError:
    """Translate the framework's errors about parameters; known_input.py has checked bodies before."""
    extra: list[Any] = error.extra if isinstance(error.extra, list) else []
    handler = request.route_handler
    names, kinds = public_names(handler), parameters(handler)
    faults = []
    for mistake in extra:
        key, message = str(mistake.get("key", "")), str(mistake.get("message", ""))
        kind = kinds[key].raw if key in kinds else None
        name = names.get(key, key)
        value = request.query_params.get(name, validation.NO_VALUE)
        if validation.is_secret_name(name):
            value = validation.NO_VALUE
        faults.append(Fault(name, validation.explained(message, kind, value)))
    if missing := MISSING_PARAMETER.search(error.detail):
        return invalid([Fault(missing[1], f"must be given; add ?{missing[1]}= to the address")])
    return invalid(faults or [Fault("(request)", error.detail)])


def body_of(scope: Any) -> bytes:
    """Return the body of a request, which bodies.py has read."""
    body: bytes = scope.get(BODY, b"")
    return body


def _from_framework(error: HTTPException) -> ProblemError:
    codes = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "media-type", 400: "malformed"}
    details = {
        404: "There is nothing at this address; /api/docs lists all addresses.",
        405: "This address does not support this method; /api/docs lists its methods.",
    }
    status = error.status_code
    headers = {str(k): str(v) for k, v in (error.headers or {}).items()}
    detail = details.get(status, error.detail or "The request cannot be answered.")
    return ProblemError(status, codes.get(status, "error"), detail, headers=headers)


def _last_line(error: Exception) -> str:
    cause = error.__cause__ or error
    return str(cause).splitlines()[-1] if str(cause) else type(cause).__name__


def parameters(handler: BaseRouteHandler) -> dict[str, Any]:
    """Return the parameters of a handler, with those that handlers share, by their names in the code."""
    shared = handler.resolve_dependencies()
    signatures = [handler.parsed_fn_signature, *(given.parsed_fn_signature for given in shared.values())]
    fields = [item for signature in signatures for item in signature.parameters.items()]
    return {name: field for name, field in fields if name not in shared}


def public_names(handler: BaseRouteHandler) -> dict[str, str]:
    """Map the names in the code to the names that clients write."""
    return {
        name: getattr(field.kwarg_definition, "name", None) or name
        for name, field in parameters(handler).items()
    }
