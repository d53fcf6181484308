-- Raises the version of the catalogue, and publishes on the channel catalogue_changed that something of it changed: each process reads it
-- anew. Runs as the owner of the table, since nobody else may write the version.
create or replace function publish_catalogue_change() returns trigger language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update catalogue_version set version = version + 1;
  notify catalogue_changed;
  return null;
end $$;

create or replace trigger plans_changed after insert or update or delete on plans for each statement execute function publish_catalogue_change();
create or replace trigger supplier_plans_changed after insert or update or delete on supplier_plans for each statement execute function publish_catalogue_change();
create or replace trigger services_changed after insert or update or delete on services for each statement execute function publish_catalogue_change();
create or replace trigger supplier_routes_changed after insert or update or delete on supplier_routes for each statement execute function publish_catalogue_change();
create or replace trigger special_prices_changed after insert or update or delete on special_prices for each statement execute function publish_catalogue_change();
create or replace trigger cost_prices_changed after insert or update or delete on cost_prices for each statement execute function publish_catalogue_change();
create or replace trigger airtime_costs_changed after insert or update or delete on airtime_costs for each statement execute function publish_catalogue_change();
create or replace trigger electricity_costs_changed after insert or update or delete on electricity_costs for each statement execute function publish_catalogue_change();
