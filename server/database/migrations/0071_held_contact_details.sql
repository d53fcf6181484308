-- What a second admin confirms may be how somebody is reached: what it is, what it would be, and what the account holds. Null: it is about money or prices.
alter table staff_requests add column contact jsonb;
