-- A placed order whose bank debit was returned is credited. Those from before get their credit notes now.
with returned as (
  select o.id, o.processing_fee_cents, o.total_cents, row_number() over (order by o.id) as position
  from orders o
  where o.state = 'failed' and o.placed_at is not null and not exists (select from credit_notes c where c.order_id = o.id)
), counter as (
  insert into credit_note_counters (year, last_number)
  select extract(year from now() at time zone 'UTC')::integer, count(*) from returned having count(*) > 0
  on conflict (year) do update set last_number = credit_note_counters.last_number + excluded.last_number
  returning year, last_number
), numbered as (
  select returned.*, year, last_number - (select count(*) from returned) + position as number from returned, counter
)
insert into credit_notes (order_id, number, order_item_ids, fee_cents, total_cents, refunded_to, created_at)
select id,
       format('%s-%s-%s', coalesce((select value->>'credit_note_prefix' from settings where key = 'documents'), 'LC'), year,
              lpad(number::text, greatest(6, length(number::text)), '0')),
       array(select i.id from order_items i where i.order_id = numbered.id order by i.id),
       processing_fee_cents, total_cents, '', now()
from numbered order by number;
