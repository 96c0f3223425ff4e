/** The sales team's endpoints. Everyone else gets 404. */
import * as z from 'zod/mini'

import { MAX_CART_ITEMS } from '#cart/contract.ts'
import { DistributionIds, EndClientSize, FormatId, LicenseChoice } from '#licensing/choice-schema.ts'
import { BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { DocumentNumber } from '#platform/document-numbers.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { quoteStates } from './states.ts'

const Timestamp = z.iso.datetime('Please choose a day.')

const OfferParam = z.object({ number: DocumentNumber })

/** Includes the buyout, which is available by quote only. */
const OfferedDistributions = z.union(
  [z.array(z.literal(BUYOUT_DISTRIBUTION_ID)).check(z.length(1)), DistributionIds],
  'Choose at least one distribution',
)

const OfferLine = z.object({
  clip_id: idField('Choose a clip'),
  format_id: FormatId,
  org_type: LicenseChoice.shape.org_type,
  end_client_size: EndClientSize,
  distribution_ids: OfferedDistributions,
  /** In cents; if omitted, the current list price. */
  agreed_price_cents: z._default(
    z.nullable(
      z
        .int('A price is in whole cents')
        .check(z.nonnegative('A price is not below zero'), z.maximum(100_000_000, 'That is more than a clip costs')),
    ),
    null,
  ),
  /** The list price in cents that the seller saw. If it has changed, the offer is not sent. */
  expected_cents: z.optional(z.nullable(z.int('A price is in whole cents'))),
})

/** Line feeds are kept; other control characters are replaced. */
export const Note = z._default(
  z.string().check(
    z.overwrite(text => text.replaceAll(/[^\P{Cc}\n]/gu, ' ')),
    z.trim(),
    z.maxLength(2_000, 'The note is too long'),
  ),
  '',
)

const offerFields = {
  lines: z
    .array(OfferLine, 'Choose a clip')
    .check(z.minLength(1, 'Choose a clip'), z.maxLength(MAX_CART_ITEMS, `At most ${MAX_CART_ITEMS} clips`)),
  expires_at: Timestamp,
  note: Note,
  ein: z._default(z.string().check(z.trim(), z.regex(/^(\d{2}-?\d{7})?$/, 'Not a valid EIN number')), ''),
  /** For a quote's buyer; buyers of custom carts enter their own. */
  po_number: optionalText('PO number', 80),
  /** For the audit log. */
  reason: optionalText('Reason', 500),
}

/** The draft to send; it is deleted afterwards. */
const draftField = z.optional(
  z.object({ id: idField('This draft does not exist.'), version: z.int32('Enter the version that you have seen.') }),
)

export const StaffOffer = z.object({
  number: z.string(),
  kind: z.enum(['quote', 'custom']),
  state: z.enum(quoteStates),
  workspace: z.nullable(z.object({ id: z.int(), name: z.string() })),
  version: z.int(),
  note: z.string(),
  reason: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  clips_count: z.int(),
  /** Before tax and fee. */
  total: Money,
  order_number: z.nullable(z.string()),
  /** When a customer last viewed it; staff views do not count. */
  seen_at: z.nullable(Timestamp),
})
export type StaffOffer = z.infer<typeof StaffOffer>

export const StaffOfferDetail = z.extend(StaffOffer, {
  ended_at: z.nullable(Timestamp),
  ein: z.string(),
  po_number: z.string(),
  /** Views by version, latest first. No email for custom carts and deleted accounts. */
  views: z.array(
    z.object({
      version: z.int(),
      email: z.nullable(z.string()),
      first_at: Timestamp,
      last_at: Timestamp,
      times: z.int(),
    }),
  ),
  versions: z.array(
    z.object({
      version: z.int(),
      created_at: Timestamp,
      expires_at: Timestamp,
      note: z.string(),
      created_by: z.nullable(z.string()),
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
          /** false if the clip was withdrawn and is not part of the total. */
          is_offered: z.boolean(),
        }),
      ),
    }),
  ),
})
export type StaffOfferDetail = z.infer<typeof StaffOfferDetail>

export const listOffers = endpoint('GET', '/admin/quotes', {
  summary: 'Search quotes and custom carts by number, workspace and members’ emails; newest first',
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
  summary: 'Get a quote or custom cart with all its versions',
  who: 'staff',
  params: OfferParam,
  reply: StaffOfferDetail,
})
export const createQuote = endpoint('POST', '/admin/quotes', {
  summary: 'Create a quote for a workspace and notify its buyers',
  who: 'staff',
  body: z.object({ workspace_id: idField('Choose a workspace'), ...offerFields, draft: draftField }),
  reply: StaffOfferDetail,
})
export const createCustomCart = endpoint('POST', '/admin/custom-carts', {
  summary: 'Create a custom cart. Returns its link only once',
  who: 'staff',
  body: z.object({ ...offerFields, draft: draftField }),
  reply: z.object({ number: z.string(), link: z.string(), cart_hash: z.string() }),
})
export const reviseOffer = endpoint('PUT', '/admin/quotes/:number', {
  summary: 'Replace the current version; a custom cart keeps its link',
  who: 'staff',
  params: OfferParam,
  body: z.object(offerFields),
  reply: StaffOfferDetail,
})
export const revokeOffer = endpoint('POST', '/admin/quotes/:number/revoke', {
  summary: 'Withdraw a quote or custom cart',
  who: 'staff',
  params: OfferParam,
  body: z.object({ reason: requiredText('Reason', 500, 'The reason is too long.') }),
  reply: StaffOfferDetail,
})
export const renewOfferLink = endpoint('POST', '/admin/quotes/:number/link', {
  summary: 'Create a new link for a custom cart, returned only once; the old link stops working',
  who: 'staff',
  params: OfferParam,
  reply: z.object({ number: z.string(), link: z.string(), cart_hash: z.string() }),
})
