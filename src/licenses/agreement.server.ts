/** Builds the content of an order's license agreement: the rights that it granted, and what became of them. */
import { listSummary } from '#content/markdown.server.ts'
import { clientLabel } from '#licensing/choice.ts'
import { formatDistributions, isLimited } from '#licensing/rate.ts'
import { formatLongDate } from '#orders/dates.ts'
import type { AgreementContent } from '#orders/documents/content.ts'
import { describeGrants, getLicenseKey, type LicenseColumns } from '#orders/license-sentence.ts'
import { getOrderTerms } from '#orders/license-terms.server.ts'
import { listDocuments, loadOrder } from '#orders/order-detail.server.ts'
import { toAddressLines, getPaperSize, listUseLimits, type SoldClipSnapshot } from '#orders/order-snapshot.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { upgradeColumns } from './superseded.server.ts'

type AgreementLine = LicenseColumns & { granted_at: Date }

const toGrants = ({ rate, distribution_ids, granted_at }: AgreementLine) =>
  rate
    ? describeGrants(rate, granted_at)
    : [{ distributions: formatDistributions(distribution_ids), territory: 'Worldwide', term: 'Perpetual' }]

/**
 * Returns the content, and the facts in it that may change. Throws 404 for another workspace's order, 409 when the order
 * has granted no licenses.
 */
export const buildAgreement = async (
  { db, public_url }: { db: Db; public_url: string },
  workspace_id: number,
  number: string,
): Promise<{ state: unknown; content: AgreementContent }> => {
  const order = await loadOrder(db, workspace_id, number)
  if (!listDocuments(order).includes('license-agreement'))
    throw refuse(409, 'This order grants no licenses, so it has no license agreement.')
  const lines = await db
    .selectFrom('order_items as i')
    .innerJoin('licenses as l', 'l.order_item_id', 'i.id')
    .innerJoin('clips as c', 'c.id', 'i.clip_id')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .leftJoin('project_details as p', 'p.id', 'i.project_id')
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('project_changes as h')
          .leftJoin('project_details as b', 'b.id', 'h.previous_project_id')
          .whereRef('h.order_item_id', '=', 'i.id')
          .select(['h.id', 'h.kind', 'h.amendment', 'h.changed_at', 'b.client_name as client_before'])
          .select('b.project_name as project_before')
          .orderBy('h.id', 'desc')
          .limit(1)
          .as('change'),
      join => join.onTrue(),
    )
    .where('i.order_id', '=', order.id)
    .select(['i.clip_id', 'i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate', 'i.clip_snapshot'])
    .select(['i.id', 'l.granted_at', 'l.revoked_at', 'p.client_name', 'p.project_name', 'm.sha256'])
    .select(['change.id as change_id', 'change.kind', 'change.amendment', 'change.changed_at'])
    .select(['change.client_before', 'change.project_before'])
    .select(upgradeColumns)
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()
  const terms = await getOrderTerms(db, order.id)
  const isOnHold = order.state === 'disputed'
  const content: AgreementContent = {
    kind: 'license-agreement',
    paper: getPaperSize(order.billing.country),
    number,
    placed_at: order.placed_at.toISOString(),
    licensee: toAddressLines(order.billing),
    is_on_hold: isOnHold,
    has_limits: lines.some(({ rate }) => rate !== null && isLimited(rate)),
    terms: {
      summary: listSummary(terms.text),
      effective_from: terms.effective_from.toISOString(),
      version: terms.text_id,
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
          agreed: [first.rate?.usage_details ?? '', order.agreed_terms].filter(text => text !== ''),
          grants: toGrants(first),
          clips: group.map(({ clip_id, clip_snapshot, sha256, ...line }) => {
            const snapshot = clip_snapshot as SoldClipSnapshot
            const { name, filmmaker, format, width, height } = snapshot
            return {
              number: clip_id,
              name,
              filmmaker,
              format: `${format}, ${width} × ${height}`,
              sha256,
              limits: listUseLimits(snapshot),
              project: describeLine(line),
            }
          }),
        },
      ]
    }),
  }
  const states = lines.map(({ id, change_id, newer, revoked_at }) => [id, change_id, newer, revoked_at !== null])
  return { state: { is_on_hold: isOnHold, licensee: content.licensee, lines: states }, content }
}

type ProjectColumns = {
  client_name: string | null
  project_name: string | null
  kind: string | null
  amendment: number | null
  changed_at: Date | null
  client_before: string | null
  project_before: string | null
}

/** Returns what a line is licensed for, or what became of its license. */
const describeLine = ({
  revoked_at,
  newer,
  ...line
}: ProjectColumns & { revoked_at: Date | null; newer: string | null }): string => {
  if (revoked_at) return `Revoked: this license ended on ${formatLongDate(revoked_at.toISOString())}`
  if (newer) return `Upgraded: the agreement of order ${newer} replaces this license`
  return describeProject(line)
}

/** Returns a line's project with its last correction or amendment. */
const describeProject = ({ client_name, project_name, kind, amendment, changed_at, ...before }: ProjectColumns) => {
  if (project_name === null) return 'Not assigned to a project yet'
  const project = `For ${client_name}: ${project_name}`
  if (kind === null || kind === 'named' || changed_at === null) return project
  const day = formatLongDate(changed_at.toISOString())
  const change = amendment === null ? `Corrected on ${day}` : `Amendment ${amendment} of ${day}`
  return `${project}. ${change}, before: for ${before.client_before}: ${before.project_before}`
}
