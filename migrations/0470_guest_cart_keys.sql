-- The key of a guest's cart opens it, so only its SHA-256 is here. That of a member's cart opens nothing.
update carts set hash = encode(sha256(convert_to(hash, 'UTF8')), 'hex') where user_id is null and kind = 'own';
-- The browser keeps its key: what waited for a second step brings its cart by it.
update second_steps set cart_hash = null;
