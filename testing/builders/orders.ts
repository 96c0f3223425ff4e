/** Seeds signed-in buyers, clips with stored files, and orders in any state. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { createSession } from '../../src/accounts/session.server.ts'
import {
  publishClip,
  saveCategory,
  saveClip,
  saveCollection,
  saveFilmmaker,
} from '../../src/catalog/save-catalog.server.ts'
import { transitionOrder } from '../../src/licenses/transition-order.server.ts'
import { draftOrder, type OrderDraft } from '../../src/orders/draft.server.ts'
import { resolveTerms } from '../../src/orders/license-terms.server.ts'
import type { OrderState } from '../../src/orders/states.ts'
import type { WorkspaceRole } from '../../src/platform/actor.ts'
import { DAY_MS } from '../../src/platform/clock.ts'
import { splitCents } from '../../src/platform/money.ts'
import type { TestApp } from '../app.ts'

let serial = 0
const nextSerial = () => (serial += 1)

/** Seeds a person with a confirmed email who is signed in to a workspace: a new one, or `workspace_id`. */
export const seedMember = async (shop: TestApp, role: WorkspaceRole = 'owner', workspace_id?: number) => {
  const { db, clock } = shop
  const n = nextSerial()
  const email = `buyer-${n}@example.com`
  const user = await db
    .insertInto('users')
    .values({
      email,
      username: `buyer-${n}`,
      first_name: 'Nora',
      last_name: 'Brandt',
      email_verified_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const workspace =
    workspace_id ??
    (
      await db
        .insertInto('workspaces')
        .values({ name: `Studio ${n}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await db.insertInto('workspace_members').values({ workspace_id: workspace, user_id: user.id, role }).execute()
  await db.insertInto('current_workspaces').values({ user_id: user.id, workspace_id: workspace }).execute()
  const session = { user_id: user.id, remember: true, user_agent: '', address: '', now: clock.now() }
  const { token } = await createSession(db, session)
  const visitor = shop.visitor()
  visitor.cookies.set('session', token)
  return { visitor, email, user_id: user.id, workspace_id: workspace }
}

export type Buyer = Awaited<ReturnType<typeof seedMember>>

/** Seeds a published clip with formats 3 (HD) and 2 (Highest Res). Its files and its preview contain `bytes`. */
export const seedClip = async ({ db, storage, config, clock }: TestApp, name = 'Slow tide at dusk') => {
  const n = nextSerial()
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 31 + n) % 256))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const storage_key = `masters/${sha256}.mp4`
  const inbox = path.join(config.data_dir, 'inbox')
  mkdirSync(inbox, { recursive: true })
  writeFileSync(path.join(inbox, `${n}.mp4`), bytes)
  await storage.adopt(storage_key, path.join(inbox, `${n}.mp4`))
  const preview = `renditions/orders-${n}/preview.mp4`
  await storage.adopt(preview, path.join(inbox, `${n}.mp4`))
  const files = [{ kind: 'preview', mime: 'video/mp4', width: 854, height: 480, bytes: bytes.length, key: preview }]
  const { id: master_id } = await db
    .insertInto('masters')
    .values({
      sha256,
      storage_key,
      file_name: `${slug}.mp4`,
      size_bytes: bytes.length,
      facts: JSON.stringify({ frames: 120 }),
      renditions: JSON.stringify({ files }),
      descriptors: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const format = {
    width: 854,
    height: 480,
    codec: 'h264',
    size_bytes: bytes.length,
    storage_key,
    file_name: `${slug}.mp4`,
  }
  const clip_id = await db.transaction().execute(async trx => {
    const filmmaker_id = await saveFilmmaker(trx, { slug: `ines-marlow-${n}`, name: 'Ines Marlow' })
    const category_id = await saveCategory(trx, { slug: `ocean-${n}`, name: 'Ocean' })
    const shoot_id = await saveCollection(trx, { kind: 'shoot', slug: `salt-${n}`, name: 'Salt', filmmaker_id })
    const clip = await saveClip(trx, {
      slug,
      name,
      filmmaker_id,
      shoot_id,
      category_id,
      master_id,
      width: 854,
      height: 480,
      fps: 24,
      duration_ms: 8_000,
      camera_look: 'natural',
      motion: 'locked',
      time_of_day: 'dusk',
      formats: [
        { ...format, format_id: 3 },
        { ...format, format_id: 2 },
      ],
    })
    await publishClip(trx, clip, clock.now())
    return clip
  })
  return { id: clip_id, slug, name, sha256, bytes }
}

export type TestClip = Awaited<ReturnType<typeof seedClip>>

type OrderOptions = Partial<OrderDraft> & { clips?: TestClip[] }

/** Builds a draft of two clips (or `clips`): Web & Social for a small company, $199.00 each, California's tax. */
export const seedOrderDraft = async (
  shop: TestApp,
  buyer: Buyer,
  { clips, ...overrides }: OrderOptions = {},
): Promise<OrderDraft> => {
  const { id: cart_id } = await shop.db
    .insertInto('carts')
    .values({
      hash: `cart-${nextSerial()}`,
      user_id: buyer.user_id,
      workspace_id: buyer.workspace_id,
      state: 'ordered',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: price_version_id } = await shop.db.selectFrom('price_versions').select('id').executeTakeFirstOrThrow()
  const sold = clips ?? [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
  const sub_total_cents = 19_900 * sold.length
  const tax_cents = Math.round(sub_total_cents * 0.0725)
  const taxes = splitCents(
    tax_cents,
    sold.map(() => 1),
  )
  return {
    workspace_id: buyer.workspace_id,
    user_id: buyer.user_id,
    cart_id,
    payment_type: 'card',
    price_version_id,
    lines: sold.map((clip, index) => ({
      clip_id: clip.id,
      format_id: 3,
      org_type: 'commercial',
      end_client_size: 2,
      distribution_ids: [3],
      price_cents: 19_900,
      discount_cents: 0,
      tax_cents: taxes[index] ?? 0,
      clip_snapshot: {
        name: clip.name,
        slug: clip.slug,
        filmmaker: 'Ines Marlow',
        format: 'HD',
        width: 854,
        height: 480,
        codec: 'h264',
        category: 'Ocean',
        subcategory: null,
      },
    })),
    sub_total_cents,
    non_profit_discount_cents: 0,
    discount_cents: 0,
    discount_code: null,
    processing_fee_cents: 0,
    tax_cents,
    total_cents: sub_total_cents + tax_cents,
    tax: {
      rate: 0.0725,
      base_cents: sub_total_cents,
      tax_cents,
      jurisdiction: 'California',
      kind: 'sales_tax',
      evidence: {},
    },
    billing: {
      company: 'Fieldnote Pictures',
      contact: 'Nora Brandt',
      address: '12 Alder Street',
      address2: '',
      city: 'Oakland',
      postal_code: '94607',
      region: 'California',
      country: 'United States',
    },
    ein: null,
    vat_number: null,
    po_number: null,
    terms: await resolveTerms(shop.db, shop, undefined, shop.clock.now()),
    now: shop.clock.now(),
    ...overrides,
  }
}

const transitionPaths: Partial<Record<OrderState, OrderState[]>> = {
  overdue: ['invoiced', 'overdue'],
  refunded: ['paid', 'refunded'],
  disputed: ['paid', 'disputed'],
}

/** Seeds an order of `buyer` in `state`. Returns its id, number and the ids of its items and clips. */
export const seedOrder = async (
  shop: TestApp,
  buyer: Buyer,
  state: OrderState = 'paid',
  options: OrderOptions = {},
) => {
  const payment_type = state === 'invoiced' || state === 'overdue' ? 'invoice' : state === 'processing' ? 'ach' : 'card'
  const draft = await seedOrderDraft(shop, buyer, { payment_type, ...options })
  const now = shop.clock.now()
  const due_at = new Date(now.getTime() + 30 * DAY_MS)
  return shop.db.transaction().execute(async trx => {
    const id = await draftOrder(trx, draft)
    let number: string | null = null
    for (const to of state === 'pending' ? [] : (transitionPaths[state] ?? [state])) {
      const transition = {
        user_id: buyer.user_id,
        reason: 'As the test asks',
        now,
        payment_method: draft.payment_type === 'card' ? 'Visa ending in 1111' : '',
        due_at,
      }
      number = (await transitionOrder(trx, id, to, transition)).universal_invoice_number
    }
    const items = await trx.selectFrom('order_items').where('order_id', '=', id).orderBy('id').select('id').execute()
    return { id, number: number ?? '', item_ids: items.map(item => item.id), clip_ids: draft.lines.map(l => l.clip_id) }
  })
}
