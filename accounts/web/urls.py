"""Addresses under /accounts/ that are ours; the rest is allauth's."""

from django.urls import path

from . import views
from .auth_views import SignupView

urlpatterns = [
    path("signup/", SignupView.as_view(), name="account_signup"),
    path("profile/", views.profile, name="accounts_profile"),
    path("notifications/", views.notifications, name="accounts_notifications"),
    path("notifications/read/", views.read_all, name="accounts_read_all"),
    path("notifications/<int:pk>/", views.open_notification, name="accounts_open_notification"),
]
