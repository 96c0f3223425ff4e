/** Builds the content of an order's license agreement: the rights that it granted and that are still in force. */
import { listSummary } from '#content/markdown.server.ts'
import { clientLabel } from '#licensing/choice.ts'
import { formatDistributions, isLimited, toRateGrants } from '#licensing/rate.ts'
import { formatLongDate } from '#orders/dates.ts'
import type { AgreementContent } from '#orders/documents/content.ts'
import { getLicenseKey, type LicenseColumns } from '#orders/license-sentence.ts'
import { getOrderTerms } from '#orders/license-terms.server.ts'
import { listDocuments, loadOrder } from '#orders/order-detail.server.ts'
import { toAddressLines, getPaperSize, listUseLimits, type SoldClipSnapshot } from '#orders/order-snapshot.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { upgradeColumns } from './superseded.server.ts'

type AgreementLine = LicenseColumns & { granted_at: Date }

const toGrants = ({ rate, distribution_ids, granted_at }: AgreementLine) =>
  rate
    ? toRateGrants(rate, granted_at).map(({ ends_at, term, ...grant }) => ({
        ...grant,
        term: ends_at ? `${term}, until ${formatLongDate(ends_at.toISOString())}` : term,
      }))
    : [{ distributions: formatDistributions(distribution_ids), territory: 'Worldwide', term: 'Perpetual' }]

/** Throws 404 for another workspace's order, 409 when the order grants no licenses (yet or any more). */
export const buildAgreement = async (
  { db, public_url }: { db: Db; public_url: string },
  workspace_id: number,
  number: string,
): Promise<AgreementContent> => {
  const order = await loadOrder(db, workspace_id, number)
  if (!listDocuments(order).includes('license-agreement'))
    throw refuse(409, 'This order grants no licenses, so it has no license agreement.')
  const lines = await db
    .selectFrom('order_items as i')
    .innerJoin('licenses as l', 'l.order_item_id', 'i.id')
    .leftJoin('project_details as p', 'p.id', 'i.project_id')
    .where('i.order_id', '=', order.id)
    .where('l.revoked_at', 'is', null)
    .select(['i.clip_id', 'i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate', 'i.clip_snapshot'])
    .select(['l.granted_at', 'p.client_name', 'p.project_name'])
    .select(upgradeColumns)
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()
  const terms = await getOrderTerms(db, order.id)
  return {
    kind: 'license-agreement',
    paper: getPaperSize(order.billing.country),
    number,
    placed_at: order.placed_at.toISOString(),
    licensee: toAddressLines(order.billing),
    has_limits: lines.some(({ rate }) => rate !== null && isLimited(rate)),
    terms: {
      summary: listSummary(terms.text),
      is_default: terms.version_id === null,
      effective_from: terms.effective_from.toISOString(),
      url: new URL(`/license-terms?version=${terms.text_id}`, public_url).href,
      sha256: terms.text_sha256,
    },
    licenses: [...Map.groupBy(lines, getLicenseKey).values()].flatMap(group => {
      const [first] = group
      if (!first) return []
      const client = clientLabel(first)
      return [
        {
          client: first.rate?.end_client_name ? `${first.rate.end_client_name} · ${client}` : client,
          grants: toGrants(first),
          clips: group.map(({ clip_id, clip_snapshot, client_name, project_name, newer }) => {
            const snapshot = clip_snapshot as SoldClipSnapshot
            const { name, filmmaker, format, width, height } = snapshot
            return {
              number: clip_id,
              name,
              filmmaker,
              format: `${format}, ${width} × ${height}`,
              limits: listUseLimits(snapshot),
              project: newer
                ? `Upgraded: the agreement of order ${newer} replaces this license`
                : project_name
                  ? `For ${client_name}: ${project_name}`
                  : 'Not assigned to a project yet',
            }
          }),
        },
      ]
    }),
  }
}
