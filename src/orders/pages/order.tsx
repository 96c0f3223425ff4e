import { ChevronLeft, Download, FileText } from 'lucide-react'
import { Fragment, lazy, Suspense, useState } from 'react'
import { Link, redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { UpgradeLicense } from '#cart/upgrade-license.tsx'
import { formatClipCount } from '#catalog/counts.ts'
import { BoughtClipRow } from '#licenses/bought-clip-row.tsx'
import { listOrderClips, type OrderClip } from '#licenses/contract.ts'
import { DeliveryConsentHost } from '#licenses/delivery-consent-host.tsx'
import { SelectionBar } from '#licenses/selection-bar.tsx'
import { useClipSelection } from '#licenses/use-clip-selection.ts'
import { useZip } from '#licenses/zip/use-zip.ts'
import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'

import { documentLabels, documentPath, documentXmlPath, getOrder } from '../contract.ts'
import { formatMediumDate } from '../dates.ts'
import { formatDueDays, GRACE_DAYS } from '../due.ts'
import { isInvoicedReceipt } from '../order-snapshot.ts'
import { OrderStatusLabel } from '../order-status-label.tsx'
import { OrderFacts } from '../parts/order-facts.tsx'
import type { Route } from './+types/order'
import { DebitReturned } from './debit-returned.tsx'
import { OrderWithdrawal, Withdrawn } from './order-withdrawal.tsx'

import css from './order.module.css'

const ProjectDialog = lazy(() =>
  import('#licenses/project-dialog.tsx').then(module => ({ default: module.ProjectDialog })),
)

const OrderConfirmation = lazy(() =>
  import('./order-confirmation.tsx').then(module => ({ default: module.OrderConfirmation })),
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

export default function Order({ loaderData }: Route.ComponentProps) {
  const { inputs } = loaderData
  const canBuy = useSession()?.can_purchase === true
  const [search] = useSearchParams()
  const order = useCall(getOrder, inputs.order, { initial: loaderData.order }).data?.data ?? loaderData.order.data
  const { data: clips, meta: pages } =
    useCall(listOrderClips, inputs.clips, { initial: loaderData.clips }).data ?? loaderData.clips
  const isAfterPurchase = search.has('add_project_details')
  const confirmedState =
    isAfterPurchase && (order.state === 'paid' || order.state === 'processing') ? order.state : undefined
  const [assigning, setAssigning] = useState<readonly OrderClip[] | 'all' | null>(null)
  const selection = useClipSelection()
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
              {order.days_overdue !== 0 && `, ${formatMediumDate(order.due_at)}`}
            </span>
          )}
          <time dateTime={order.placed_at} className="mono">
            {formatMediumDate(order.placed_at)}
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
          {canZip && !confirmedState && (
            <Button busy={busy} onClick={() => zip({ order: order.universal_invoice_number })}>
              <Download aria-hidden="true" />
              Download all
            </Button>
          )}
          {order.documents.map(kind => {
            const label = kind === 'receipt' && isInvoicedReceipt(order) ? 'Invoice and receipt' : documentLabels[kind]
            return (
              <Fragment key={kind}>
                <ButtonLink to={documentPath(order.universal_invoice_number, kind)} reloadDocument target="_blank">
                  <FileText aria-hidden="true" />
                  {label}
                </ButtonLink>
                {order.e_invoices.includes(kind) && (
                  <ButtonLink to={documentXmlPath(order.universal_invoice_number, kind)} reloadDocument>
                    E-invoice (XML)
                  </ButtonLink>
                )}
              </Fragment>
            )
          })}
        </p>
      </header>

      {confirmedState && (
        <div className={css.confirmation}>
          <Suspense fallback={null}>
            <OrderConfirmation order={order} state={confirmedState} clips={clips} isOpen={isOpen} />
          </Suspense>
        </div>
      )}

      <section className={css.clips} aria-label="Clips">
        {order.state === 'overdue' && !order.downloads_closed && order.due_at && (
          <Banner kind="danger" className={css.note}>
            This invoice was due on {formatMediumDate(order.due_at)}. Please pay it soon: when it is more than{' '}
            {GRACE_DAYS} days overdue, its downloads close and your workspace cannot buy on account.
          </Banner>
        )}
        {(order.state === 'failed' || order.debit_returned_at) && (
          <DebitReturned order={order} canBuy={canBuy} className={css.note} />
        )}
        {order.withdrawal?.withdrawn_at && <Withdrawn at={order.withdrawal.withdrawn_at} />}
        {order.downloads_closed && order.state !== 'failed' && !order.withdrawal?.withdrawn_at && (
          <Banner className={css.note}>{order.downloads_closed}</Banner>
        )}
        {isOpen && !confirmedState && order.unassigned_count > 0 && (
          <div className={css.next}>
            <div>
              <h2>One last step: name the project</h2>
              <p>You only do this once per order.</p>
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
        {order.withdrawal && <OrderWithdrawal number={order.universal_invoice_number} withdrawal={order.withdrawal} />}
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
      <DeliveryConsentHost />

      {assigning && (
        <Suspense fallback={null}>
          <ProjectDialog
            order={order}
            clips={assigning === 'all' ? null : assigning}
            open
            onClose={() => setAssigning(null)}
            onAssigned={selection.clear}
          />
        </Suspense>
      )}
    </div>
  )
}
