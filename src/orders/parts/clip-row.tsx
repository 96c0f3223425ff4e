import { Download } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'

import { UpgradeLicense } from '#cart/upgrade-license.tsx'
import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { codecName } from '#media/codec-name.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'

import { certificatePath } from '../certificates/contract.ts'
import type { LicensedClip, OrderClip } from '../clips-contract.ts'
import { shortDate } from '../dates.ts'
import { assign_first } from '../policy.ts'
import { sizeOf } from '../sizes.ts'
import { useDownload } from './use-download.ts'

import css from './clip-row.module.css'

type Props = {
  clip: OrderClip
  /** Whether the order's state and the person's role let files go. */
  isOpen: boolean
  /** Opens the form for this clip alone; absent for those who may not. */
  onAssign?: (() => void) | undefined
  /** Where clips of several orders stand together: the one that it was bought in. */
  order?: LicensedClip['order']
  /** Why its files stay here; absent where the page says it for all of its clips. */
  closed?: string | null
  /** Where something is done with several clips together; `to` says what. */
  choice?: { to: string; canChoose: boolean; isChosen: boolean; choose: (isChosen: boolean) => void } | undefined
}

/** Keeps the picture's place until it is there. */
const shapeOf = ({ width, height }: OrderClip) => ({ '--ratio': width / height }) as CSSProperties

/** A bought clip: what it is, under which license, for which project, and a button for each format. */
export const ClipRow = ({ clip, isOpen, onAssign, order, closed, choice }: Props) => (
  <li className={css.row}>
    <div className={css.picture} style={shapeOf(clip)}>
      <PageLink clip={clip} hidden>
        <ClipThumb thumbs={clip.thumbs} sizes="(max-width: 569px) 100vw, 220px" />
      </PageLink>
    </div>
    <div className={css.words}>
      <h3 className={css.name}>
        <PageLink clip={clip}>{clip.name}</PageLink>
      </h3>
      <p className={css.soft}>
        Clip {clip.id} by {clip.filmmaker}
      </p>
      {!clip.is_published && <p className={css.soft}>No longer in our catalog. Your license stays.</p>}
      {clip.licenses.map(sentence => (
        <p key={sentence} className={css.soft}>
          {sentence}
        </p>
      ))}
      {clip.ends_at && !clip.refunded && (
        <p className={css.soft}>
          License {clip.formats.length === 0 ? 'ended' : 'ends'} on{' '}
          <time dateTime={clip.ends_at}>{shortDate(clip.ends_at)}</time>
        </p>
      )}
      {order && (
        <p className={css.soft}>
          Order <Link to={`/workspace/orders/${order.universal_invoice_number}`}>{order.universal_invoice_number}</Link>
          , <time dateTime={order.placed_at}>{shortDate(order.placed_at)}</time>
        </p>
      )}
      {isOpen &&
        clip.certificates.map(({ license_id, format }) => (
          <p key={license_id} className={css.soft}>
            Certificate{clip.certificates.length > 1 && ` for ${format}`}
            <span className="visually-hidden"> of {clip.name}</span>:{' '}
            <a href={certificatePath(license_id, 'pdf')} target="_blank" rel="noreferrer">
              PDF
            </a>
            , <a href={certificatePath(license_id, 'json')}>signed file</a>
          </p>
        ))}
      {clip.upgrades.map(
        ({ license_id, format, order: newer }) =>
          newer && (
            <p key={license_id} className={css.soft}>
              {clip.upgrades.length > 1 ? `The license for ${format} was upgraded` : 'Upgraded'} in order{' '}
              <Link to={`/workspace/orders/${newer}`}>{newer}</Link>, whose license holds now
            </p>
          ),
      )}
      {clip.project && (
        <p className={css.project}>
          {clip.project.project_name} for {clip.project.client_name}
          {onAssign && !clip.refunded && (
            <button type="button" onClick={onAssign}>
              Change<span className="visually-hidden"> the project of {clip.name}</span>
            </button>
          )}
        </p>
      )}
    </div>
    <div className={css.actions}>
      {clip.refunded ? (
        <p className={css.soft}>Refunded, so its license has ended.</p>
      ) : (
        closed && <p className={css.soft}>{closed}</p>
      )}
      {choice?.canChoose && (
        <Checkbox checked={choice.isChosen} onChange={event => choice.choose(event.target.checked)}>
          Choose<span className="visually-hidden"> {clip.name}</span> {choice.to}
        </Checkbox>
      )}
      {clip.formats.map(format => (
        <FormatButton key={format.id} {...{ clip, format, isOpen }} />
      ))}
      {clip.upgrades.map(
        ({ license_id, format, order: newer, no_upgrade }) =>
          !newer &&
          (no_upgrade ? (
            <p key={license_id} className={css.spec}>
              {clip.upgrades.length > 1 && `${format} license: `}
              {no_upgrade}
            </p>
          ) : (
            <p key={license_id}>
              <UpgradeLicense
                license_id={license_id}
                of={clip.upgrades.length > 1 ? `${clip.name} for ${format}` : clip.name}
              />
            </p>
          )),
      )}
      {!clip.refunded && !clip.project && onAssign && (
        <button type="button" className={css.assign} onClick={onAssign}>
          {order ? 'Assign to a project' : 'Assign this clip only'}
          <span className="visually-hidden">: {clip.name}</span>
        </button>
      )}
    </div>
  </li>
)

/** Leads to the clip's page while there is one; `hidden` for the picture, whose name says the same. */
const PageLink = ({ clip, hidden, children }: { clip: OrderClip; hidden?: boolean; children: ReactNode }) =>
  clip.is_published ? (
    <Link to={`/clips/${clip.slug}/${clip.id}`} {...(hidden && { tabIndex: -1, 'aria-hidden': true })}>
      {children}
    </Link>
  ) : (
    children
  )

type FormatProps = Pick<Props, 'clip' | 'isOpen'> & { format: OrderClip['formats'][number] }

const FormatButton = ({ clip, format, isOpen }: FormatProps) => {
  const { download, busy } = useDownload(clip.id, format.id)
  const needsProject = isOpen && !clip.project
  return (
    <div className={css.format}>
      <Button wide size="lg" disabled={!isOpen || needsProject} busy={busy} onClick={download}>
        {!needsProject && <Download aria-hidden="true" />}
        {needsProject ? assign_first : format.label}
        <span className="visually-hidden">
          : {needsProject && `${format.label} of `}
          {clip.name}
        </span>
      </Button>
      <p className={css.spec}>
        {needsProject && `${format.label}, `}
        {format.width} × {format.height}, {codecName(format.codec)}, {format.is_to_make && 'about '}
        {sizeOf(format.size_bytes)}
        {format.is_to_make && ', made when you first download it'}
      </p>
    </div>
  )
}
