import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { EDITORIAL_LABEL } from '#licensing/closed-uses.ts'
import { codecName } from '#media/codec-name.ts'
import { getOrder } from '#orders/contract.ts'
import { formatMediumDate } from '#orders/dates.ts'
import { formatBytes } from '#platform/bytes.ts'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useToast } from '#ui/toast.tsx'

import { certificatePath } from './certificates/contract.ts'
import { downloadClip, type LicensedClip, type OrderClip } from './contract.ts'
import { ASSIGN_PROJECT_TEXT } from './policy.ts'
import { isAbortError, useUntilReady } from './use-until-ready.ts'

import css from './bought-clip-row.module.css'

/** Requests a short-lived URL of the file, which may have to be transcoded first, and sends the browser there. */
const useDownload = (clip_id: number, format_id: number) => {
  const toast = useToast()
  const client = useQueryClient()
  const { waitUntilReady, busy } = useUntilReady()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      waitUntilReady(() => call(downloadClip, { params: { id: String(clip_id) }, body: { format_id } })),
    onSuccess: ({ data }) => {
      location.assign(data.url)
      void client.invalidateQueries({ queryKey: [getOrder.path] })
    },
    onError: error =>
      !isAbortError(error) &&
      toast(error instanceof Refusal ? error.message : 'The download could not start. Please try again.', {
        kind: 'danger',
      }),
  })
  return { download: () => mutate(), busy: isPending && busy }
}

type BoughtClipRowProps = {
  clip: OrderClip
  /** Whether the order's state and the user's role allow downloads. */
  isOpen: boolean
  /** Opens the project form for this clip only; absent for users who may not assign it. */
  onAssign?: (() => void) | undefined
  /** The order that the clip was bought in, for lists with clips of several orders. */
  order?: LicensedClip['order']
  /** Why downloads are closed; absent where the page says it for all of its clips. */
  closed?: string | null
  /** Renders the button that upgrades a license; `of` names the license for screen readers. */
  renderUpgrade: (license_id: number, of: string) => ReactNode
  /** For actions on several clips; `to` says what they are for. */
  choice?: { to: string; canChoose: boolean; isChosen: boolean; choose: (isChosen: boolean) => void } | undefined
}

/** Reserves the picture's space until it loads. */
const getAspectRatioStyle = ({ width, height }: OrderClip) => ({ '--ratio': width / height }) as CSSProperties

/** A bought clip with its licenses and its project, and a download button for each format. */
export const BoughtClipRow = ({ clip, isOpen, onAssign, order, closed, renderUpgrade, choice }: BoughtClipRowProps) => (
  <li className={css.row}>
    <div className={css.picture} style={getAspectRatioStyle(clip)}>
      <ClipPageLink clip={clip} hidden>
        <ClipThumb thumbs={clip.thumbs} sizes="(max-width: 569px) 100vw, 220px" />
      </ClipPageLink>
    </div>
    <div className={css.words}>
      <h3 className={css.name}>
        <ClipPageLink clip={clip}>{clip.name}</ClipPageLink>
      </h3>
      <p className={css.soft}>
        Clip {clip.id} by {clip.filmmaker}
      </p>
      {!clip.is_published && <p className={css.soft}>No longer in our catalog. Your license stays valid.</p>}
      {clip.licenses.map(sentence => (
        <p key={sentence} className={css.soft}>
          {sentence}
        </p>
      ))}
      {clip.is_editorial && <p className={css.soft}>{EDITORIAL_LABEL}</p>}
      {clip.ends_at && !clip.refunded && (
        <p className={css.soft}>
          License {clip.formats.length === 0 ? 'ended' : 'ends'} on{' '}
          <time dateTime={clip.ends_at}>{formatMediumDate(clip.ends_at)}</time>
        </p>
      )}
      {order && (
        <p className={css.soft}>
          Order{' '}
          {order.is_imported ? (
            order.universal_invoice_number
          ) : (
            <Link to={`/workspace/orders/${order.universal_invoice_number}`}>{order.universal_invoice_number}</Link>
          )}
          , <time dateTime={order.placed_at}>{formatMediumDate(order.placed_at)}</time>
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
            , <a href={certificatePath(license_id, 'json')}>signed license data (JSON)</a>
          </p>
        ))}
      {clip.upgrades.map(
        ({ license_id, format, order: newer }) =>
          newer && (
            <p key={license_id} className={css.soft}>
              {clip.upgrades.length > 1 ? `The license for ${format} was upgraded` : 'Upgraded'} in order{' '}
              <Link to={`/workspace/orders/${newer}`}>{newer}</Link>, whose license is in force
            </p>
          ),
      )}
      {clip.project && (
        <p className={css.project}>
          {clip.project.project_name} for {clip.project.client_name}
          {onAssign && !clip.refunded && clip.project.id !== null && (
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
          Select
          <span className="visually-hidden">
            {' '}
            {clip.name} {choice.to}
          </span>
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
              {renderUpgrade(license_id, clip.upgrades.length > 1 ? `${clip.name} for ${format}` : clip.name)}
            </p>
          )),
      )}
      {!clip.refunded && clip.needs_project && onAssign && (
        <button type="button" className={css.assign} onClick={onAssign}>
          {order ? 'Assign to a project' : 'Assign this clip only'}
          <span className="visually-hidden">: {clip.name}</span>
        </button>
      )}
    </div>
  </li>
)

/** Links to the clip's page if there is one. `hidden` is for the picture, because the name has the same link. */
const ClipPageLink = ({ clip, hidden, children }: { clip: OrderClip; hidden?: boolean; children: ReactNode }) =>
  clip.is_published ? (
    <Link to={`/clips/${clip.slug}/${clip.id}`} {...(hidden && { tabIndex: -1, 'aria-hidden': true })}>
      {children}
    </Link>
  ) : (
    children
  )

type FormatButtonProps = Pick<BoughtClipRowProps, 'clip' | 'isOpen'> & { format: OrderClip['formats'][number] }

const FormatButton = ({ clip, format, isOpen }: FormatButtonProps) => {
  const { download, busy } = useDownload(clip.id, format.id)
  const needsProject = isOpen && clip.needs_project
  return (
    <div className={css.format}>
      <Button wide size="lg" disabled={!isOpen || needsProject} busy={busy} onClick={download}>
        {!needsProject && <Download aria-hidden="true" />}
        {needsProject ? ASSIGN_PROJECT_TEXT : format.label}
        <span className="visually-hidden">
          : {needsProject && `${format.label} of `}
          {clip.name}
        </span>
      </Button>
      <p className={css.spec}>
        {needsProject && `${format.label}, `}
        {format.width} × {format.height}, {codecName(format.codec)}, {format.needs_transcode && 'about '}
        {formatBytes(format.size_bytes)}
        {format.needs_transcode && ', made when you first download it'}
      </p>
    </div>
  )
}
