/** An offer that was begun: gone on with, sent or deleted. It says what changed while it lay there. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { getLicenseSchema } from '#licensing/contract.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { freely } from '#ui/use-unsaved.tsx'

import { momentOf } from '../../parts/moment.ts'
import { deleteOfferDraft, getOfferDraft } from '../drafts-contract.ts'
import { OfferBuilder } from '../parts/offer-builder.tsx'
import { takenUp } from '../saved-draft.ts'
import type { Route } from './+types/saved-draft'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Draft of an offer', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: draft }, { data: schema }] = await Promise.all([
    pageCall(args, getOfferDraft, { params: { id: args.params.id } }),
    pageCall(args, getLicenseSchema, {}),
  ])
  return { draft, schema, today: new Date().toISOString().slice(0, 10) }
}

export default function SavedDraft({ loaderData }: Route.ComponentProps) {
  return <Draft key={loaderData.draft.id} {...loaderData} />
}

const Draft = ({ draft, schema, today }: Route.ComponentProps['loaderData']) => {
  const { id, version, kind, workspace, last_day, note, ein, po_number, saved_at, saved_by } = draft
  // What changed before it was taken up; what is saved here afterwards is no news.
  const [{ groups, changes }] = useState(() => takenUp(draft, schema.prices, today))
  return (
    <article className={page.person}>
      <Link to="/admin/quotes/drafts" className={page.back}>
        <ArrowLeft aria-hidden />
        Drafts
      </Link>
      <header className={page.head}>
        <h1>Draft of an offer</h1>
        <p>
          Saved <span className="mono">{momentOf(saved_at)}</span> by {saved_by ?? 'somebody who has left'}
        </p>
        <DeleteButton id={id} />
      </header>
      {changes.length > 0 && (
        <Banner title="Since it was saved">
          {changes.map((change, place) => (
            <p key={place}>{change}</p>
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
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteOfferDraft, { params: { id: String(id) } })
      toast('The draft is deleted.', { kind: 'success' })
      await navigate('/admin/quotes', freely)
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
      setAsking(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={desk.ways}>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        Delete the draft
      </Button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            open
            title="Delete this draft?"
            confirm="Delete the draft"
            danger
            busy={busy && 'Deleting…'}
            onConfirm={() => void remove()}
            onCancel={() => setAsking(false)}
          >
            Nobody can go on with it after that.
          </ConfirmDialog>
        )}
      </Suspense>
    </p>
  )
}
