from django.apps import AppConfig


class HiveSiteConfig(AppConfig):
    name = "hive_site"
