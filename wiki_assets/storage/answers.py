"""What an answer of a far store means: asked again while it may help, and every refusal told apart.

Belongs here: attempts, and errors of fsspec and the libraries below it as errors of ours. Does not belong here: what is asked
(`objects`).

The libraries below fsspec are optional, so their errors are known by the names of their classes.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from typing import TypeVar

import stamina

from wiki_assets.errors import SettingsError, StorageUnavailableError, WikiError

T = TypeVar("T")

# A store that is down is known after some 3 s where it refuses connections; one that says nothing is given up by its library's own
# time-outs (5 s to connect, 20 s to read), so no call hangs for more than a minute and a half.
_ATTEMPTS = 4
_SECONDS = 60.0
_FIRST_WAIT = 0.2
_LONGEST_WAIT = 2.0

_REFUSALS = {errno.EINVAL, errno.ENOSYS, errno.EPERM, errno.ENAMETOOLONG, errno.EMSGSIZE, errno.EREMCHG, errno.EROFS}
"""Numbers that s3fs gives to answers that no second attempt changes: a bad name, another region, too large, not allowed."""

_UNUSABLE = {
    "NoCredentialsError",  # botocore, from here …
    "PartialCredentialsError",
    "ProfileNotFound",
    "NoRegionError",
    "InvalidRegionError",
    "ParamValidationError",
    "TokenRetrievalError",
    "UnauthorizedSSOTokenError",  # … to here
    "DefaultCredentialsError",  # google.auth
    "ClientAuthenticationError",  # azure.core
    "AuthenticationException",  # paramiko
}
_SECRET_PARTS = re.compile(r"\?\S*|//[^/@\s]*@")  # a query may hold a signature, a login a password


def ask(address: str, call: Callable[[], T]) -> T:
    """The answer to one call, after a few attempts where the store does not answer.

    Args:
        address: The store, as a person knows it.
        call: What to ask; it may be called several times.

    Raises:
        FileNotFoundError: There is no such key.
        StorageUnavailableError: The store does not answer.
        SettingsError: It answers, and refuses: no such bucket, no right, a bad name.
    """
    retrying = stamina.RetryingCaller(
        attempts=_ATTEMPTS, timeout=_SECONDS, wait_initial=_FIRST_WAIT, wait_max=_LONGEST_WAIT, wait_jitter=_FIRST_WAIT
    )
    try:
        return retrying(_may_pass, call)
    except FileNotFoundError as error:
        if _code(error) == "NoSuchBucket":
            raise no_such_place(address) from error
        raise
    except WikiError:
        raise
    except Exception as error:
        raise _meaning(address, error) from error


def no_such_place(address: str) -> SettingsError:
    """The error for a bucket or container that does not exist."""
    return SettingsError(
        f"WIKI_ARTIFACTS leads to {address}, and there is no such bucket.", "Create the bucket, or correct its name."
    )


def is_missing_key(answer: object) -> bool:
    """Whether an answer says that there is no such key, while its bucket exists."""
    return isinstance(answer, FileNotFoundError | NotADirectoryError) and _code(answer) != "NoSuchBucket"


def first_line(error: BaseException) -> str:
    """What an error says, on one line, without what may be a secret."""
    told = " ".join(_SECRET_PARTS.sub("", str(error)).split())[:200]
    return told or type(error).__name__


def _may_pass(error: Exception) -> bool:
    """Whether the same call may get an answer a moment later."""
    if isinstance(error, FileNotFoundError | NotADirectoryError | WikiError) or _is_refusal(error):
        return False
    return isinstance(error, OSError) or type(error).__module__ != "builtins"


def _is_refusal(error: Exception) -> bool:
    if isinstance(error, OSError):
        return isinstance(error, PermissionError) or error.errno in _REFUSALS
    return isinstance(error, ValueError | NotImplementedError) or any(kind.__name__ in _UNUSABLE for kind in type(error).__mro__)


def _meaning(address: str, error: Exception) -> Exception:
    if _is_refusal(error):
        return SettingsError(
            f"The store {address} refuses: {first_line(error)}.",
            "Check WIKI_ARTIFACTS, and the store's own variables (for S3: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, "
            "AWS_ENDPOINT_URL, AWS_DEFAULT_REGION).",
        )
    if _may_pass(error):
        return StorageUnavailableError(
            f"The store {address} does not answer: {first_line(error)}.",
            "See whether it runs and can be reached from here (for S3, AWS_ENDPOINT_URL says where), then try again.",
        )
    return error


def _code(error: Exception) -> str:
    """Code of an answer of S3; empty for everything else."""
    response = getattr(error.__cause__, "response", None)
    return str(response.get("Error", {}).get("Code", "")) if isinstance(response, dict) else ""
