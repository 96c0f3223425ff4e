/** What stands in an order's license agreement: the rights that it granted and that still hold. */
import { clientLabel } from '#licensing/choice.ts'
import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { distributionNames, isLimited, rateGrants } from '#rates/rate.ts'

import { longDate } from './dates.ts'
import type { AgreementFacts } from './documents/facts.ts'
import { sameLicense, type LicenseColumns } from './license-sentence.ts'
import { documentsOf, orderRow } from './order-detail.server.ts'
import { addressLines, paperIn, type SoldAs } from './sold.ts'
import { upgradeOfLicense } from './superseded.server.ts'

type Line = LicenseColumns & { granted_at: Date }

const grantsOf = ({ rate, distribution_ids, granted_at }: Line) =>
  rate
    ? rateGrants(rate, granted_at).map(({ ends_at, term, ...grant }) => ({
        ...grant,
        term: ends_at ? `${term}, until ${longDate(ends_at.toISOString())}` : term,
      }))
    : [{ distributions: distributionNames(distribution_ids), territory: 'Worldwide', term: 'Perpetual' }]

/** Throws 404 for an order that is not the workspace's, 409 when it grants nothing (yet, or any more). */
export const agreementOf = async (
  { db, public_url }: { db: Db; public_url: string },
  workspace_id: number,
  number: string,
): Promise<AgreementFacts> => {
  const order = await orderRow(db, workspace_id, number)
  if (!documentsOf(order).includes('license-agreement'))
    throw refuse(409, 'This order grants no licenses: there is an agreement while it does.')
  const lines = await db
    .selectFrom('order_items as i')
    .innerJoin('licenses as l', 'l.order_item_id', 'i.id')
    .leftJoin('project_details as p', 'p.id', 'i.project_id')
    .where('i.order_id', '=', order.id)
    .where('l.revoked_at', 'is', null)
    .select(['i.clip_id', 'i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate', 'i.sold_as'])
    .select(['l.granted_at', 'p.client_name', 'p.project_name'])
    .select(upgradeOfLicense)
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()
  return {
    kind: 'license-agreement',
    paper: paperIn(order.billing.country),
    number,
    placed_at: order.placed_at.toISOString(),
    licensee: addressLines(order.billing),
    has_limits: lines.some(({ rate }) => rate !== null && isLimited(rate)),
    terms_url: new URL('/license-terms', public_url).href,
    licenses: [...Map.groupBy(lines, sameLicense).values()].flatMap(group => {
      const [first] = group
      if (!first) return []
      const client = clientLabel(first)
      return [
        {
          client: first.rate?.end_client_name ? `${first.rate.end_client_name} · ${client}` : client,
          grants: grantsOf(first),
          clips: group.map(({ clip_id, sold_as, client_name, project_name, newer }) => {
            const { name, filmmaker, format, width, height } = sold_as as SoldAs
            return {
              number: clip_id,
              name,
              filmmaker,
              format: `${format}, ${width} × ${height}`,
              project: newer
                ? `Upgraded: the agreement of order ${newer} took the place of this license`
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
