-- The owner of an API token is told of its use from an address that is not on its list.
insert into mail_kinds values ('api_token_elsewhere');
