-- By which session a purchase is asked for; one that names neither a session nor an API token is not made.
alter type purchase_to_open add attribute session_hash bytea;
