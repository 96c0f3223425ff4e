-- Keeping a new method asks whether its owner took it back: webhooks are many, and are never thrown away.
create index payment_webhooks_gateway_token on payment_webhooks (gateway_token) where gateway_token is not null;
