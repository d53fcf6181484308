-- Records what somebody may do, how much of it in a day, and what somebody pays by an agreement of their own, each time one of them changes: the audit of the
-- books compares what stands in the tables with what was recorded last.
--
--   subject                      state
--   user 12                      type, admin, agent, coupon vendor
--   special price 12 MTN-SME     kobo per GB; null when it was taken away
--   staff limit 12 refund        kobo in a day; null when it was taken away
create or replace function record_rights() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    if tg_op = 'UPDATE' and (old.user_type, old.is_admin, old.is_agent, old.is_coupon_vendor)
        is not distinct from (new.user_type, new.is_admin, new.is_agent, new.is_coupon_vendor) then
      return null;
    end if;
    insert into recorded_rights (subject, state)
    values ('user ' || new.id, concat_ws(', ', new.user_type, case when new.is_admin then 'admin' end,
      case when new.is_agent then 'agent' end, case when new.is_coupon_vendor then 'coupon vendor' end));
  elsif tg_table_name = 'staff_limits' then
    if tg_op = 'DELETE' then
      insert into recorded_rights (subject, state) values ('staff limit ' || old.user_id || ' ' || old.kind, null);
    else
      insert into recorded_rights (subject, state) values ('staff limit ' || new.user_id || ' ' || new.kind, new.limit_kobo::text);
    end if;
  elsif tg_op = 'DELETE' then
    insert into recorded_rights (subject, state) values ('special price ' || old.user_id || ' ' || old.product, null);
  else
    insert into recorded_rights (subject, state)
    values ('special price ' || new.user_id || ' ' || new.product, new.price_kobo::text);
  end if;
  return null;
end $$;

create or replace trigger rights_are_recorded after insert or update of user_type, is_admin, is_agent, is_coupon_vendor on users
  for each row execute function record_rights();
create or replace trigger special_prices_are_recorded after insert or update or delete on special_prices
  for each row execute function record_rights();
create or replace trigger staff_limits_are_recorded after insert or update or delete on staff_limits
  for each row execute function record_rights();
