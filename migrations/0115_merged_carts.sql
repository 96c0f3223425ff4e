-- How many clips a login added to a guest's cart from an earlier one; null once the cart was changed.
alter table carts add column older_items integer check (older_items > 0);
