"""Addresses under ``/api/v1/`` that concern accounts."""

from django.urls import path

from .views import LoginView, LogoutView, MeView, NotificationsReadView, NotificationsView

urlpatterns = [
    path("auth/login/", LoginView.as_view(), name="login"),
    path("auth/logout/", LogoutView.as_view(), name="logout"),
    path("me/", MeView.as_view(), name="me"),
    path("me/notifications/", NotificationsView.as_view(), name="notifications"),
    path("me/notifications/read/", NotificationsReadView.as_view(), name="notifications-read"),
]
