-- Deleting a cart looks for the rows that refer to it; the existing indexes are partial.
create index orders_of_cart on orders (cart_id);
create index coupon_uses_of_cart on coupon_uses (cart_id);
create index payment_attempts_of_cart on payment_attempts (cart_id);
-- The nightly purge.
create index carts_of_guests on carts (updated_at) where kind = 'own' and user_id is null;
