"""Signing in and out, and what concerns only oneself."""

from __future__ import annotations

from typing import cast

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from knox.models import AuthToken
from rest_framework import generics
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.errors import ValidationFailed
from accounts.models import Notification, User
from accounts.selectors import notifications_of
from accounts.services.reading import mark_read
from accounts.web.forms import ProfileForm  # the rules of a profile stand there

from .arrival import received_at
from .authentication import ProgramToken
from .permissions import SignedIn
from .problems import problems
from .serializers import (
    LoginSerializer,
    MeSerializer,
    NotificationSerializer,
    NotificationsReadSerializer,
    ProfileChangeSerializer,
    ReadCountSerializer,
    TokenSerializer,
)
from .sign_in import check_credentials, issue_token
from .throttles import LoginThrottle


class LoginView(APIView):
    # No authentication here: an old token in the header must not keep anybody from getting a new one.
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (LoginThrottle,)

    @extend_schema(
        operation_id="auth_login",
        tags=["auth"],
        request=LoginSerializer,
        responses={200: TokenSerializer, **problems(400, 401, 403, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Get a token for a name (or e-mail) and password; send it as `Authorization: Token ...` from then on."""
        fields = LoginSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = check_credentials(request._request, **fields.validated_data)
        row, text = issue_token(user, now=received_at(request))
        return Response(TokenSerializer({"token": text, "expiry": row.expiry, "user": user}).data)


class LogoutView(APIView):
    authentication_classes = (ProgramToken,)
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="auth_logout", tags=["auth"], request=None, responses={204: None, **problems(401, 429)})
    def post(self, request: Request) -> Response:
        """End the token that is sent with this request."""
        cast(AuthToken, request.auth).delete()
        return Response(status=204)


class MeView(APIView):
    permission_classes = (SignedIn,)

    @extend_schema(operation_id="me", tags=["me"], responses={200: MeSerializer, **problems(401, 429)})
    def get(self, request: Request) -> Response:
        """Who I am, and what I chose in my profile."""
        return Response(MeSerializer(cast(User, request.user)).data)

    @extend_schema(
        operation_id="me_change",
        tags=["me"],
        request=ProfileChangeSerializer(partial=True),
        responses={200: MeSerializer, **problems(400, 401, 403, 413, 415, 429)},
    )
    def patch(self, request: Request) -> Response:
        """Change my profile: only the fields that are sent."""
        fields = ProfileChangeSerializer(data=request.data, partial=True)
        fields.is_valid(raise_exception=True)
        user = User.objects.get(pk=cast(User, request.user).pk)
        now_chosen = {name: getattr(user, name) for name in ProfileForm.Meta.fields}
        form = ProfileForm(data={**now_chosen, **fields.validated_data}, instance=user)
        if not form.is_valid():
            raise ValidationFailed(_("Some of the fields are not right: see `errors`."), errors=dict(form.errors))
        return Response(MeSerializer(form.save()).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="me_notifications",
        tags=["me"],
        description=_("What we told me, newest first."),
        responses={200: NotificationSerializer(many=True), **problems(400, 401, 404, 429)},
    )
)
class NotificationsView(generics.ListAPIView[Notification]):
    permission_classes = (SignedIn,)
    serializer_class = NotificationSerializer
    queryset = Notification.objects.none()
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Notification]:
        return notifications_of(cast(User, self.request.user))


class NotificationsReadView(APIView):
    permission_classes = (SignedIn,)

    @extend_schema(
        operation_id="me_notifications_read",
        tags=["me"],
        request=NotificationsReadSerializer,
        responses={200: ReadCountSerializer, **problems(400, 401, 403, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Mark one notification as read, or, without `id`, all of them."""
        fields = NotificationsReadSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        number = mark_read(
            user=cast(User, request.user), now=received_at(request), notification_id=fields.validated_data.get("id")
        )
        return Response({"read": number})
