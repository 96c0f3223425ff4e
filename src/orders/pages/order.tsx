import { ChevronLeft, Download, FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { pageCall, pageMeta, thrownStatus } from '#platform/page.ts'
import { useCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'

import { listOrderClips, type OrderClip } from '../clips-contract.ts'
import { documentLabels, documentPath, getOrder, type OrderDetail } from '../contract.ts'
import { shortDate } from '../dates.ts'
import { dueWords, grace_days } from '../due.ts'
import { OrderState } from '../order-state.tsx'
import { ClipRow } from '../parts/clip-row.tsx'
import { DebitReturned } from '../parts/debit-returned.tsx'
import { OrderFacts } from '../parts/order-facts.tsx'
import { SelectionBar } from '../parts/selection-bar.tsx'
import { useChosenClips } from '../parts/use-chosen-clips.ts'
import { useZip } from '../zip/parts/use-zip.ts'
import type { Route } from './+types/order'

import css from './order.module.css'

const ProjectDialog = lazy(() => import('../parts/project-dialog.tsx').then(part => ({ default: part.ProjectDialog })))

export const handle = { footer: false }

/** An invoice that is not there leads to those that are; the list says why somebody's role does not include it. */
const orToList = <T,>(asked: Promise<T>) =>
  asked.catch((error: unknown) => {
    const status = thrownStatus(error)
    throw status === 403 || status === 404 ? redirect('/workspace/orders') : error
  })

const inputsOf = ({ params, url }: Pick<LoaderFunctionArgs, 'params' | 'url'>) => {
  const page = url.searchParams.get('page')
  const order = { params: { id: params['universalInvoiceNumber'] ?? '' } }
  return { order, clips: { ...order, query: page && /^[1-9]\d{0,5}$/.test(page) ? { page } : {} } }
}

export const loader = async (args: Route.LoaderArgs) => {
  const inputs = inputsOf(args)
  const [order, clips] = await orToList(
    Promise.all([pageCall(args, getOrder, inputs.order), pageCall(args, listOrderClips, inputs.clips)]),
  )
  return { inputs, order, clips }
}

export const meta = ({ params, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: `Order ${params.universalInvoiceNumber}`, noindex: true })

type ThanksProps = { order: OrderDetail; className: string | undefined }

/** For a buyer who has just paid; nothing for an order that is neither paid nor about to be. */
const Thanks = ({ order, className }: ThanksProps) => {
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

const clipsOf = (count: number) => (count === 1 ? '1 clip' : `${count} clips`)

export default function Order({ loaderData }: Route.ComponentProps) {
  const { inputs } = loaderData
  const buys = useSession()?.can_purchase === true
  const [search, setSearch] = useSearchParams()
  const order = useCall(getOrder, inputs.order, { initial: loaderData.order }).data?.data ?? loaderData.order.data
  const { data: clips, meta: pages } =
    useCall(listOrderClips, inputs.clips, { initial: loaderData.clips }).data ?? loaderData.clips
  const asked = search.has('add_project_details')
  const [assigning, setAssigning] = useState<readonly OrderClip[] | 'all' | null>(asked ? 'all' : null)
  const [isNew] = useState(asked)
  const chosen = useChosenClips()
  const close = () => {
    setAssigning(null)
    if (!asked) return
    const rest = new URLSearchParams(search)
    rest.delete('add_project_details')
    setSearch(rest, { replace: true, preventScrollReset: true })
  }
  const canPay = buys && (order.state === 'invoiced' || order.state === 'overdue')
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
          <OrderState state={order.state} />
          {order.days_overdue !== null && order.due_at && (
            <span>
              {dueWords(order.days_overdue)}
              {order.days_overdue !== 0 && `, ${shortDate(order.due_at)}`}
            </span>
          )}
          <time dateTime={order.placed_at} className="mono">
            {shortDate(order.placed_at)}
          </time>
          <span>{clipsOf(order.clips_count)}</span>
          <span className="mono">{order.total.formatted}</span>
        </p>
        <p className={css.documents}>
          {canPay && (
            // The payment page has a policy of its own, so it begins as a document of its own.
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
        {isNew && <Thanks order={order} className={css.note} />}
        {order.state === 'overdue' && !order.downloads_closed && order.due_at && (
          <Banner kind="danger" className={css.note}>
            This invoice was due on {shortDate(order.due_at)}. Please pay it soon: when it is more than {grace_days}{' '}
            days overdue, its downloads close and your workspace cannot buy on account.
          </Banner>
        )}
        {(order.state === 'failed' || order.debit_returned_at) && (
          <DebitReturned order={order} buys={buys} className={css.note} />
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
            <ClipRow
              key={clip.id}
              clip={clip}
              isOpen={isOpen}
              onAssign={order.can_download ? () => setAssigning([clip]) : undefined}
              choice={order.can_download && order.clips_count > 1 ? chosen.choiceOf(clip) : undefined}
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
        {chosen.clips.length > 0 && (
          <SelectionBar
            label="Chosen clips"
            chosen={<strong>{clipsOf(chosen.clips.length)}</strong>}
            onClear={chosen.clear}
          >
            <Button kind="primary" onClick={() => setAssigning(chosen.clips)}>
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
            thanks={asked && <Thanks order={order} className={css.note} />}
            open
            onClose={close}
            onAssigned={chosen.clear}
          />
        </Suspense>
      )}
    </div>
  )
}
