insert into mail_kinds values ('withdrawals_held'), ('withdrawals_freed'), ('second_admin_asked');
