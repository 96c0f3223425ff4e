/** The sales team's own doors. For everybody else they are not there. */
import * as z from 'zod/mini'

import { most_items } from '#cart/contract.ts'
import { DistributionIds, EndClientSize, FormatId, LicenseChoice } from '#licensing/choice-shape.ts'
import { quoted_distribution } from '#licensing/terms.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, PageNumber, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { quoteStates } from './states.ts'

const Moment = z.iso.datetime('Please choose a day.')

/** `Q-2026-000001`, or `C-2026-000001` for a custom cart. */
const OfferParam = z.object({ number: z.string().check(z.regex(/^[QC]-\d{4}-\d{6,9}$/)) })

/** A buyout is sold by quote alone. */
const OfferedDistributions = z.union(
  [z.array(z.literal(quoted_distribution)).check(z.length(1)), DistributionIds],
  'Choose at least one distribution',
)

const OfferLine = z.object({
  clip_id: idIn('Choose a clip'),
  format_id: FormatId,
  org_type: LicenseChoice.shape.org_type,
  end_client_size: EndClientSize,
  distribution_ids: OfferedDistributions,
  /** In cents; without it, what the table says now. */
  agreed_cents: z._default(
    z.nullable(
      z
        .int('A price is in whole cents')
        .check(z.nonnegative('A price is not below zero'), z.maximum(100_000_000, 'That is more than a clip costs')),
    ),
    null,
  ),
  /** In cents, what the table said where the offer was made; when it says something else by now, nothing is sent. */
  seen_cents: z.optional(z.nullable(z.int('A price is in whole cents'))),
})

/** Line feeds may stay; nothing else that cannot be seen. */
export const Note = z._default(
  z.string().check(
    z.overwrite(text => text.replaceAll(/[^\P{Cc}\n]/gu, ' ')),
    z.trim(),
    z.maxLength(2_000, 'The note is too long'),
  ),
  '',
)

const offer = {
  lines: z
    .array(OfferLine, 'Choose a clip')
    .check(z.minLength(1, 'Choose a clip'), z.maxLength(most_items, `At most ${most_items} clips`)),
  expires_at: Moment,
  note: Note,
  ein: z._default(z.string().check(z.trim(), z.regex(/^(\d{2}-?\d{7})?$/, 'Not a valid EIN number')), ''),
  /** Of a quote's buyer; whoever pays a custom cart gives their own. */
  po_number: optionalText('PO number', 80),
  /** For our own log. */
  reason: optionalText('Reason', 500),
}

/** The draft that is sent, and gone with it. */
const draft = z.optional(
  z.object({ id: idIn('There is no such draft.'), version: z.int32('Say which version you have seen.') }),
)

export const StaffOffer = z.object({
  number: z.string(),
  kind: z.enum(['quote', 'custom']),
  state: z.enum(quoteStates),
  workspace: z.nullable(z.object({ id: z.int(), name: z.string() })),
  version: z.int(),
  note: z.string(),
  reason: z.string(),
  made_at: Moment,
  expires_at: Moment,
  clips_count: z.int(),
  /** Before tax and fee. */
  total: Money,
  order_number: z.nullable(z.string()),
  /** When somebody last looked at it; our own people do not count. */
  seen_at: z.nullable(Moment),
})
export type StaffOffer = z.infer<typeof StaffOffer>

export const StaffOfferDetail = z.extend(StaffOffer, {
  ended_at: z.nullable(Moment),
  ein: z.string(),
  po_number: z.string(),
  /** Who looked at which version, latest first; without an email for a custom cart, and for accounts that are gone. */
  views: z.array(
    z.object({
      version: z.int(),
      email: z.nullable(z.string()),
      first_at: Moment,
      last_at: Moment,
      times: z.int(),
    }),
  ),
  versions: z.array(
    z.object({
      version: z.int(),
      made_at: Moment,
      expires_at: Moment,
      note: z.string(),
      made_by: z.nullable(z.string()),
      lines: z.array(
        z.object({
          clip_id: z.int(),
          clip_name: z.string(),
          format_id: z.int(),
          org_type: LicenseChoice.shape.org_type,
          end_client_size: z.int(),
          distribution_ids: z.array(z.int()),
          agreed: Money,
          table: Money,
          /** false: its clip was withdrawn, so it counts for nothing. */
          is_offered: z.boolean(),
        }),
      ),
    }),
  ),
})
export type StaffOfferDetail = z.infer<typeof StaffOfferDetail>

export const listOffers = endpoint('GET', '/admin/quotes', {
  summary: 'Quotes and custom carts by number, workspace or the email of somebody in it; newest first',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    kind: z.optional(z.enum(['quote', 'custom'])),
    state: z.optional(z.enum(quoteStates)),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(StaffOffer),
  meta: Pagination,
})
export const getOffer = endpoint('GET', '/admin/quotes/:number', {
  summary: 'A quote or custom cart with all its versions',
  who: 'staff',
  params: OfferParam,
  reply: StaffOfferDetail,
})
export const makeQuote = endpoint('POST', '/admin/quotes', {
  summary: 'Makes a quote for a workspace, and tells those who buy for it',
  who: 'staff',
  body: z.object({ workspace_id: idIn('Choose a workspace'), ...offer, draft }),
  reply: StaffOfferDetail,
})
export const makeCustomCart = endpoint('POST', '/admin/custom-carts', {
  summary: 'Makes a custom cart; its link is told this once',
  who: 'staff',
  body: z.object({ ...offer, draft }),
  reply: z.object({ number: z.string(), link: z.string(), cart_hash: z.string() }),
})
export const reviseOffer = endpoint('PUT', '/admin/quotes/:number', {
  summary: 'Puts a newer version in the place of the present one; a custom cart keeps its link',
  who: 'staff',
  params: OfferParam,
  body: z.object(offer),
  reply: StaffOfferDetail,
})
export const revokeOffer = endpoint('POST', '/admin/quotes/:number/revoke', {
  summary: 'Takes a quote or custom cart back',
  who: 'staff',
  params: OfferParam,
  body: z.object({ reason: requiredText('Reason', 500, 'The reason is too long.') }),
  reply: StaffOfferDetail,
})
export const renewOfferLink = endpoint('POST', '/admin/quotes/:number/link', {
  summary: 'Makes another link for a custom cart, told this once; the one before opens nothing any more',
  who: 'staff',
  params: OfferParam,
  reply: z.object({ number: z.string(), link: z.string(), cart_hash: z.string() }),
})
