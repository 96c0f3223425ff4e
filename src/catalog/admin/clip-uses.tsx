/** Shows the offers, collections and licenses that withdrawing clips affects. */
import { useCall } from '#platform/http/query.ts'

import { getClipUses } from './contract.ts'

import css from './clip-uses.module.css'

const MAX_NAMES = 5

/** Such as "Q-1, Q-2 and 3 more". */
const joinNames = (names: readonly string[]) =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`
    : names.join(', ')

export const ClipUses = ({ query }: { query: { ids: string } | { shoot_id: string } }) => {
  const uses = useCall(getClipUses, { query }).data?.data
  if (!uses) return <p className={css.uses}>Looking for offers, collections and licenses…</p>
  const { quotes, collections, licenses_count } = uses
  const rows: [label: string, text: string][] = [
    [
      'Open offers',
      quotes.length > 0 ? `${joinNames(quotes)}: they stay open without the clips, and we email the buyers.` : 'None',
    ],
    ['Collections', joinNames(collections.map(({ name }) => name)) || 'None'],
    ['Licenses', licenses_count > 0 ? `${licenses_count.toLocaleString('en-US')}: they stay in force.` : 'None'],
  ]
  return (
    <dl className={css.uses}>
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
