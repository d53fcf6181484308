-- What a second admin confirms may be prices: those below cost and the costs that would be lower, with what they were. Null: it is about money.
alter table staff_requests add column prices jsonb;
