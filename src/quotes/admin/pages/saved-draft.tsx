/** A saved offer draft, with the changes since it was saved. Staff can continue, send or delete it. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { getLicenseSchema } from '#licensing/contract.ts'
import { toDay } from '#platform/day.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { withoutUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { deleteOfferDraft, getOfferDraft } from '../drafts-contract.ts'
import { OfferBuilder } from '../parts/offer-builder.tsx'
import { restoreDraft } from '../restore-draft.ts'
import type { Route } from './+types/saved-draft'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Offer draft', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: draft }, { data: schema }] = await Promise.all([
    callForPage(args, getOfferDraft, { params: { id: args.params.id } }),
    callForPage(args, getLicenseSchema, {}),
  ])
  return { draft, schema, today: toDay(new Date()) }
}

export default function SavedDraft({ loaderData }: Route.ComponentProps) {
  return <DraftEditor key={loaderData.draft.id} {...loaderData} />
}

const DraftEditor = ({ draft, schema, today }: Route.ComponentProps['loaderData']) => {
  const { id, version, kind, workspace, last_day, note, ein, po_number, saved_at, saved_by } = draft
  // Only changes before the page was opened count, so later saves don't affect the list.
  const [{ groups, changes }] = useState(() => restoreDraft(draft, schema.prices, today))
  return (
    <article className={page.person}>
      <Link to="/admin/quotes/drafts" className={page.back}>
        <ArrowLeft aria-hidden />
        Drafts
      </Link>
      <header className={page.head}>
        <h1>Offer draft</h1>
        <p>
          Saved <span className="mono">{formatDateTime(saved_at)}</span> by {saved_by ?? 'somebody who has left'}
        </p>
        <DeleteButton id={id} />
      </header>
      {changes.length > 0 && (
        <Banner title="Since it was saved">
          {changes.map((change, index) => (
            <p key={index}>{change}</p>
          ))}
        </Banner>
      )}
      <OfferBuilder
        schema={schema}
        draft={{ id, version }}
        initial={{ kind, workspace, groups, last_day: last_day < today ? '' : last_day, note, ein, po_number }}
      />
    </article>
  )
}

const DeleteButton = ({ id }: { id: number }) => {
  const navigate = useNavigate()
  const toast = useToast()
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteOfferDraft, { params: { id: String(id) } })
      toast('Draft deleted.', { kind: 'success' })
      await navigate('/admin/quotes', withoutUnsavedGuard)
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
      setConfirming(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={adminPage.ways}>
      <Button kind="quiet" onClick={() => setConfirming(true)}>
        Delete draft
      </Button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            open
            title="Delete this draft?"
            confirm="Delete draft"
            danger
            busy={busy && 'Deleting…'}
            onConfirm={() => void remove()}
            onCancel={() => setConfirming(false)}
          >
            This cannot be undone.
          </ConfirmDialog>
        )}
      </Suspense>
    </p>
  )
}
