-- A session that was opened in a browser works only together with the key in that browser's cookie. Those that are open now go on as they
-- are until the page that has them says on which device it is.
alter table sessions add column needs_device boolean not null default false;
