import { ChevronLeft, Download, FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { UpgradeLicense } from '#cart/upgrade-license.tsx'
import { BoughtClipRow } from '#licenses/bought-clip-row.tsx'
import { listOrderClips, type OrderClip } from '#licenses/contract.ts'
import { SelectionBar } from '#licenses/selection-bar.tsx'
import { useClipSelection } from '#licenses/use-clip-selection.ts'
import { useZip } from '#licenses/zip/use-zip.ts'
import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'

import { documentLabels, documentPath, getOrder, type OrderDetail } from '../contract.ts'
import { formatShortDate } from '../dates.ts'
import { formatDueDays, GRACE_DAYS } from '../due.ts'
import { OrderStatusLabel } from '../order-status-label.tsx'
import { OrderFacts } from '../parts/order-facts.tsx'
import type { Route } from './+types/order'
import { DebitReturned } from './debit-returned.tsx'

import css from './order.module.css'

const ProjectDialog = lazy(() =>
  import('#licenses/project-dialog.tsx').then(module => ({ default: module.ProjectDialog })),
)

export const handle = { footer: false }

/** Redirects to the list when the order is missing or forbidden; the list explains when the user's role excludes orders. */
const redirectToListOnError = <T,>(request: Promise<T>) =>
  request.catch((error: unknown) => {
    const status = getThrownStatus(error)
    throw status === 403 || status === 404 ? redirect('/workspace/orders') : error
  })

const readInputs = ({ params, url }: Pick<LoaderFunctionArgs, 'params' | 'url'>) => {
  const page = url.searchParams.get('page')
  const order = { params: { id: params['universalInvoiceNumber'] ?? '' } }
  return { order, clips: { ...order, query: page && /^[1-9]\d{0,5}$/.test(page) ? { page } : {} } }
}

export const loader = async (args: Route.LoaderArgs) => {
  const inputs = readInputs(args)
  const [order, clips] = await redirectToListOnError(
    Promise.all([callForPage(args, getOrder, inputs.order), callForPage(args, listOrderClips, inputs.clips)]),
  )
  return { inputs, order, clips }
}

export const meta = ({ params, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: `Order ${params.universalInvoiceNumber}`, noindex: true })

type PurchaseThanksProps = { order: OrderDetail; className: string | undefined }

/** For a buyer who has just paid. Renders nothing for an order that is neither paid nor processing. */
const PurchaseThanks = ({ order, className }: PurchaseThanksProps) => {
  const { universal_invoice_number: number, state, total, receipt_email } = order
  if (state !== 'paid' && state !== 'processing') return null
  return (
    <Banner kind="success" title="Thank you for your purchase" className={className}>
      {state === 'paid'
        ? `Order ${number} is paid: ${total.formatted}. The receipt went to ${receipt_email}.`
        : `Order ${number}: your bank sends ${total.formatted} in a few days. The receipt then goes to ${receipt_email}.`}
    </Banner>
  )
}

const formatClipCount = (count: number) => (count === 1 ? '1 clip' : `${count} clips`)

export default function Order({ loaderData }: Route.ComponentProps) {
  const { inputs } = loaderData
  const canBuy = useSession()?.can_purchase === true
  const [search, setSearch] = useSearchParams()
  const order = useCall(getOrder, inputs.order, { initial: loaderData.order }).data?.data ?? loaderData.order.data
  const { data: clips, meta: pages } =
    useCall(listOrderClips, inputs.clips, { initial: loaderData.clips }).data ?? loaderData.clips
  const isAfterPurchase = search.has('add_project_details')
  const [assigning, setAssigning] = useState<readonly OrderClip[] | 'all' | null>(isAfterPurchase ? 'all' : null)
  const [isNew] = useState(isAfterPurchase)
  const selection = useClipSelection()
  const closeDialog = () => {
    setAssigning(null)
    if (!isAfterPurchase) return
    const nextSearch = new URLSearchParams(search)
    nextSearch.delete('add_project_details')
    setSearch(nextSearch, { replace: true, preventScrollReset: true })
  }
  const canPay = canBuy && (order.state === 'invoiced' || order.state === 'overdue')
  const isOpen = order.downloads_closed === null && order.can_download
  const { zip, busy } = useZip()
  const canZip = isOpen && order.unassigned_count < order.clips_count && clips.some(clip => clip.formats.length > 0)
  const { page, total_pages } = pages.pagination
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Link to="/workspace/orders" className={css.back}>
          <ChevronLeft aria-hidden="true" />
          Orders
        </Link>
        <h1>{order.universal_invoice_number}</h1>
        <p className={css.summary}>
          <OrderStatusLabel state={order.state} />
          {order.days_overdue !== null && order.due_at && (
            <span>
              {formatDueDays(order.days_overdue)}
              {order.days_overdue !== 0 && `, ${formatShortDate(order.due_at)}`}
            </span>
          )}
          <time dateTime={order.placed_at} className="mono">
            {formatShortDate(order.placed_at)}
          </time>
          <span>{formatClipCount(order.clips_count)}</span>
          <span className="mono">{order.total.formatted}</span>
        </p>
        <p className={css.documents}>
          {canPay && (
            // The payment page has its own content security policy, so it needs a full page load.
            <ButtonLink kind="primary" to={`/checkout/${order.universal_invoice_number}`} reloadDocument>
              Pay now
            </ButtonLink>
          )}
          {canZip && (
            <Button busy={busy} onClick={() => zip({ order: order.universal_invoice_number })}>
              <Download aria-hidden="true" />
              Download all
            </Button>
          )}
          {order.documents.map(kind => (
            <ButtonLink
              key={kind}
              to={documentPath(order.universal_invoice_number, kind)}
              reloadDocument
              target="_blank"
            >
              <FileText aria-hidden="true" />
              {documentLabels[kind]}
            </ButtonLink>
          ))}
        </p>
      </header>

      <section className={css.clips} aria-label="Clips">
        {isNew && <PurchaseThanks order={order} className={css.note} />}
        {order.state === 'overdue' && !order.downloads_closed && order.due_at && (
          <Banner kind="danger" className={css.note}>
            This invoice was due on {formatShortDate(order.due_at)}. Please pay it soon: when it is more than{' '}
            {GRACE_DAYS} days overdue, its downloads close and your workspace cannot buy on account.
          </Banner>
        )}
        {(order.state === 'failed' || order.debit_returned_at) && (
          <DebitReturned order={order} canBuy={canBuy} className={css.note} />
        )}
        {order.downloads_closed && order.state !== 'failed' && (
          <Banner className={css.note}>{order.downloads_closed}</Banner>
        )}
        {isOpen && order.unassigned_count > 0 && (
          <div className={css.next}>
            <div>
              <h2>One step before the download</h2>
              <p>
                Tell us what you license {order.clips_count === 1 ? 'this clip' : 'these clips'} for. It takes a minute,
                and once is enough.
              </p>
            </div>
            <Button kind="primary" size="xl" onClick={() => setAssigning('all')}>
              Assign to a project
            </Button>
          </div>
        )}
        <ul className={css.list}>
          {clips.map(clip => (
            <BoughtClipRow
              renderUpgrade={(license_id, of) => <UpgradeLicense license_id={license_id} of={of} />}
              key={clip.id}
              clip={clip}
              isOpen={isOpen}
              onAssign={order.can_download ? () => setAssigning([clip]) : undefined}
              choice={order.can_download && order.clips_count > 1 ? selection.getChoice(clip) : undefined}
            />
          ))}
        </ul>
        {total_pages > 1 && (
          <nav className={css.pages} aria-label="Pages of clips">
            {page > 1 && <ButtonLink to={`?page=${page - 1}`}>Previous</ButtonLink>}
            <span className="mono">
              {page} of {total_pages}
            </span>
            {page < total_pages && <ButtonLink to={`?page=${page + 1}`}>Next</ButtonLink>}
          </nav>
        )}
        {selection.clips.length > 0 && (
          <SelectionBar
            label="Chosen clips"
            summary={<strong>{formatClipCount(selection.clips.length)}</strong>}
            onClear={selection.clear}
          >
            <Button kind="primary" onClick={() => setAssigning(selection.clips)}>
              Assign to a project
            </Button>
          </SelectionBar>
        )}
      </section>

      <OrderFacts order={order} />

      {assigning && (
        <Suspense fallback={null}>
          <ProjectDialog
            order={order}
            clips={assigning === 'all' ? null : assigning}
            thanks={isAfterPurchase && <PurchaseThanks order={order} className={css.note} />}
            open
            onClose={closeDialog}
            onAssigned={selection.clear}
          />
        </Suspense>
      )}
    </div>
  )
}
