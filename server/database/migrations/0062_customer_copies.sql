create table customer_copies (
  user_id bigint primary key references users,
  shop_name text constraint shop_name_length check (length(shop_name) between 1 and 40),
  shows_price boolean not null default false
);
comment on table customer_copies is 'What stands on the copy of a receipt that a user hands to a customer.';
create table selling_prices (
  user_id bigint not null references users,
  product text not null constraint product_length check (length(product) between 1 and 200),
  price_kobo bigint not null constraint price_is_positive check (price_kobo > 0),
  set_at timestamptz not null default now(),
  primary key (user_id, product)
);
comment on table selling_prices is 'What users ask their own customers for a product, by its description. Those set last are kept.';
