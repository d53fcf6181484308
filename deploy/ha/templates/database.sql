-- Once, as postgres on the machine that leads: what the product migrates, and who owns it.
create role jara login createrole password '@password.owner@';
create database jara owner jara;
