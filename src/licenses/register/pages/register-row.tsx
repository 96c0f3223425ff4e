import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { UpgradeLicense } from '#cart/upgrade-license.tsx'
import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { EDITORIAL_LABEL } from '#licensing/closed-uses.ts'
import { formatMediumDate } from '#orders/dates.ts'
import { cx } from '#ui/cx.ts'
import { StatusLabel, type StatusTone } from '#ui/status-label.tsx'

import { certificatePath } from '../../certificates/contract.ts'
import { licenseStateLabels, type LicenseState as State } from '../../in-force.ts'
import type { RegisteredLicense } from '../contract.ts'

import css from './register-row.module.css'

const tones: Record<State, StatusTone> = {
  in_force: 'good',
  ends_soon: 'waiting',
  ended: 'over',
  superseded: 'over',
  on_hold: 'waiting',
  revoked: 'over',
}

/** The state of a license; `why` replaces the label where there is more to say. */
const LicenseStatusLabel = ({ state, why }: { state: State; why: string }) => (
  <StatusLabel tone={tones[state]}>{why || licenseStateLabels[state]}</StatusLabel>
)

/** A license: a table row, or a card on phones. */
export const RegisterRow = ({ row }: { row: RegisteredLicense }) => {
  const { clip, project, order } = row
  return (
    <tr className={cx(css.row, ['revoked', 'ended', 'superseded'].includes(row.state) && css.over)}>
      <th scope="row" className={css.clip}>
        <span className={css.picture} aria-hidden="true">
          <ClipThumb thumbs={clip.thumbs} sizes="72px" />
        </span>
        <span className={css.words}>
          {clip.is_published ? <Link to={`/clips/${clip.slug}/${clip.id}`}>{clip.name}</Link> : clip.name}
          <SoftText>
            <span className="mono">#{clip.id}</span> {clip.format}
            {!clip.is_published && ', no longer in our catalog'}
          </SoftText>
        </span>
      </th>
      <RegisterCell label="Use" className={css.use}>
        <span title={row.sentence}>{row.use}</span>
        <SoftText>
          {row.client}
          {row.rate && `, preferred rate “${row.rate}”`}
        </SoftText>
        {clip.is_editorial && <SoftText>{EDITORIAL_LABEL}</SoftText>}
      </RegisterCell>
      <RegisterCell label="Project">
        {project ? (
          <>
            {project.project_name}
            <SoftText>{project.client_name}</SoftText>
          </>
        ) : (
          <span className={css.none}>Not assigned</span>
        )}
      </RegisterCell>
      <RegisterCell label="Territory">{row.territory}</RegisterCell>
      <RegisterCell label="Term" className={css.term}>
        <span>
          From <time dateTime={row.from}>{formatMediumDate(row.from)}</time>
        </span>
        <SoftText>
          {row.until ? <time dateTime={row.until}>until {formatMediumDate(row.until)}</time> : 'no end'}
        </SoftText>
      </RegisterCell>
      <RegisterCell label="Order" className={css.order}>
        {row.is_imported ? (
          <span className="mono">{order}</span>
        ) : (
          <Link to={`/workspace/orders/${order}`} className="mono">
            {order}
          </Link>
        )}
        <SoftText>{row.buyer_name}</SoftText>
      </RegisterCell>
      <RegisterCell label="State" className={css.state}>
        <LicenseStatusLabel state={row.state} why={row.why} />
        {row.newer && (
          <SoftText>
            in <Link to={`/workspace/orders/${row.newer}`}>{row.newer}</Link>
          </SoftText>
        )}
        {row.no_upgrade && <SoftText>{row.no_upgrade}</SoftText>}
        {row.can_upgrade && (
          <span className={css.upgrade}>
            <UpgradeLicense isShort license_id={row.id} of={`${clip.name}, order ${order}`} />
          </span>
        )}
      </RegisterCell>
      <RegisterCell label="Certificate" className={css.certificate}>
        {row.has_certificate ? (
          <>
            <a href={certificatePath(row.id, 'pdf')} target="_blank" rel="noreferrer">
              PDF<span className="visually-hidden"> certificate of {clip.name}</span>
            </a>{' '}
            <a href={certificatePath(row.id, 'json')}>
              Data (JSON)<span className="visually-hidden">, signed, of the certificate of {clip.name}</span>
            </a>
          </>
        ) : (
          <span className={css.none}>None</span>
        )}
      </RegisterCell>
    </tr>
  )
}

const SoftText = ({ children }: { children: ReactNode }) => <span className={css.soft}>{children}</span>

/** On phones the cell shows its column's name, because the header is hidden. */
const RegisterCell = ({
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
