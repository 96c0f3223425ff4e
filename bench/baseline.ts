import { randomBytes } from 'node:crypto'

/** The baseline server: the same responses from hand-written SQL. The difference is the cost of the shop's own code. */
import Fastify from 'fastify'
import pg from 'pg'

const HEAD_SIZE = 600
const MAX_MATCHES = 10_000

const SEARCH_SQL = `
  with query as materialized (select plainto_tsquery('footage', $1) && $2::tsquery as asked),
  found as materialized (
    select clip_id, score, category, look, motion, time, filmmaker, words from floor_clips where words @@ (select asked from query) limit ${MAX_MATCHES}
  ),
  head as (select clip_id, score, words from found order by score desc limit ${HEAD_SIZE}),
  page as (
    select clip_id, row_number() over (order by score + ts_rank(words, (select asked from query)) desc) as place from head
    order by 2 limit 24
  ),
  facets as (
    select grouping(category, look, motion, time, filmmaker) as which, coalesce(category, look, motion, time, filmmaker) as value, count(*)::int as count
    from found group by grouping sets ((category), (look), (motion), (time), (filmmaker))
  )
  select (select count(*)::int from found) as total,
         (select json_agg(s.card::json order by p.place) from page p join floor_clips s using (clip_id)) as hits,
         (select json_agg(facets) from facets) as facets`

const app = Fastify()
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

// A separate narrow table, independent of the shop's search index.
await pool.query(`
  create table if not exists floor_clips (
    clip_id int primary key, score real, category int, look int, motion int, time int, filmmaker int, words tsvector, card text
  ) with (toast_tuple_target = 128)`)
await pool.query('alter table floor_clips alter column words set storage external')
await pool.query(`
  insert into floor_clips
  select c.id, s.score, c.category_id, hashtext(c.camera_look), hashtext(c.motion), hashtext(c.time_of_day), c.filmmaker_id, s.words, s.card
  from clips c join clip_search s on s.clip_id = c.id on conflict do nothing`)
await pool.query(
  'create index if not exists floor_clips_words on floor_clips using gin (words) with (fastupdate = off)',
)
await pool.query('vacuum analyze floor_clips')
await pool.query(
  'create table if not exists floor_items (cart text, clip_id int, price_cents int, primary key (cart, clip_id))',
)
await pool.query(
  'create table if not exists floor_orders (id int generated always as identity primary key, number int unique, total_cents int, items jsonb)',
)
await pool.query(
  'create table if not exists floor_licenses (id int generated always as identity primary key, order_id int, clip_id int)',
)
await pool.query('create table if not exists floor_counter (last_number int)')
await pool.query('insert into floor_counter values (0)')

type SearchRoute = { Querystring: { q: string; category: string } }
app.get<SearchRoute>('/search', async ({ query: { q, category } }) => {
  const { rows } = await pool.query({
    name: 'search',
    text: SEARCH_SQL,
    values: [q, `'~category=${category.replace(/\W/g, '')}'`],
  })
  return rows[0]
})

app.get<{ Params: { id: string } }>('/clips/:id', async ({ params: { id } }, reply) => {
  const { rows } = await pool.query({
    name: 'detail',
    text: 'select detail from clip_search where clip_id = $1',
    values: [Number(id)],
  })
  return reply.type('application/json').send(`{"data":${rows[0]?.detail}}`)
})

app.get<{ Querystring: { clip: string } }>('/cart/add', async ({ query }) => {
  const cart = randomBytes(16).toString('base64url')
  await pool.query({
    name: 'add',
    text: 'insert into floor_items values ($1, $2, 9900)',
    values: [cart, Number(query.clip)],
  })
  return { cart }
})

app.get<{ Querystring: { cart: string } }>('/cart/read', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'read',
    text: 'select i.price_cents, s.card from floor_items i join clip_search s using (clip_id) where cart = $1',
    values: [query.cart],
  })
  return rows
})

app.get('/order', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const order = await client.query('insert into floor_orders (total_cents, items) values (9900, $1) returning id', [
      '[{"clip_id":1}]',
    ])
    await client.query('insert into floor_licenses (order_id, clip_id) values ($1, 1)', [order.rows[0].id])
    const { rows } = await client.query('update floor_counter set last_number = last_number + 1 returning last_number')
    await client.query('update floor_orders set number = $2 where id = $1', [order.rows[0].id, rows[0].last_number])
    await client.query('commit')
    return rows[0]
  } finally {
    client.release()
  }
})

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
console.log('ready')
