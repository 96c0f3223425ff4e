import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { UpgradeLicense } from '#cart/upgrade-license.tsx'
import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { cx } from '#ui/cx.ts'

import { certificatePath } from '../../certificates/contract.ts'
import { mediumDate } from '../../dates.ts'
import type { LicenseRow } from '../contract.ts'
import { LicenseState } from './license-state.tsx'

import css from './register-row.module.css'

/** One license: a line of the table, a card on phones. */
export const RegisterRow = ({ row }: { row: LicenseRow }) => {
  const { clip, project, order } = row
  return (
    <tr className={cx(css.row, ['revoked', 'ended', 'superseded'].includes(row.state) && css.over)}>
      <th scope="row" className={css.clip}>
        <span className={css.picture} aria-hidden="true">
          <ClipThumb thumbs={clip.thumbs} sizes="72px" />
        </span>
        <span className={css.words}>
          {clip.is_published ? <Link to={`/clips/${clip.slug}/${clip.id}`}>{clip.name}</Link> : clip.name}
          <Soft>
            <span className="mono">#{clip.id}</span> {clip.format}
            {!clip.is_published && ', no longer in our catalog'}
          </Soft>
        </span>
      </th>
      <Cell label="Use" className={css.use}>
        <span title={row.sentence}>{row.use}</span>
        <Soft>
          {row.client}
          {row.rate && `, preferred rate “${row.rate}”`}
        </Soft>
      </Cell>
      <Cell label="Project">
        {project ? (
          <>
            {project.project_name}
            <Soft>{project.client_name}</Soft>
          </>
        ) : (
          <span className={css.none}>Not assigned</span>
        )}
      </Cell>
      <Cell label="Territory">{row.territory}</Cell>
      <Cell label="Term" className={css.term}>
        <span>
          From <time dateTime={row.from}>{mediumDate(row.from)}</time>
        </span>
        <Soft>{row.until ? <time dateTime={row.until}>until {mediumDate(row.until)}</time> : 'no end'}</Soft>
      </Cell>
      <Cell label="Order" className={css.order}>
        <Link to={`/workspace/orders/${order}`} className="mono">
          {order}
        </Link>
        <Soft>{row.bought_by}</Soft>
      </Cell>
      <Cell label="State" className={css.state}>
        <LicenseState state={row.state} why={row.why} />
        {row.newer && (
          <Soft>
            in <Link to={`/workspace/orders/${row.newer}`}>{row.newer}</Link>
          </Soft>
        )}
        {row.no_upgrade && <Soft>{row.no_upgrade}</Soft>}
        {row.can_upgrade && (
          <span className={css.upgrade}>
            <UpgradeLicense isShort license_id={row.id} of={`${clip.name}, order ${order}`} />
          </span>
        )}
      </Cell>
      <Cell label="Certificate" className={css.certificate}>
        {row.has_certificate ? (
          <>
            <a href={certificatePath(row.id, 'pdf')} target="_blank" rel="noreferrer">
              PDF<span className="visually-hidden"> certificate of {clip.name}</span>
            </a>{' '}
            <a href={certificatePath(row.id, 'json')}>
              Signed file<span className="visually-hidden"> of {clip.name}</span>
            </a>
          </>
        ) : (
          <span className={css.none}>None</span>
        )}
      </Cell>
    </tr>
  )
}

const Soft = ({ children }: { children: ReactNode }) => <span className={css.soft}>{children}</span>

/** On phones its column's name stands before it, since the heads are not shown. */
const Cell = ({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) => (
  <td className={className}>
    <span className={css.label} aria-hidden="true">
      {label}
    </span>
    <span className={css.value}>{children}</span>
  </td>
)
