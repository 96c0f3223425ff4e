/** The page of one collection: its text, its ordered clips and its publication. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { collectionStateLabels } from '../../../collection-states.ts'
import { collectionPath } from '../../../paths.ts'
import { ClipUses } from '../../clip-uses.tsx'
import {
  getStaffCollection,
  listCollectionMembers,
  publishStaffCollection,
  withdrawShootClips,
  withdrawStaffCollection,
  type StaffCollection,
} from '../contract.ts'
import { AddClips } from '../parts/add-clips.tsx'
import { formatClipCounts, collectionStateTones } from '../parts/collection-labels.ts'
import { CollectionTextForm } from '../parts/collection-text-form.tsx'
import { MemberGrid } from '../parts/member-grid.tsx'
import { useCuration } from '../parts/use-curation.ts'
import type { Route } from './+types/collection'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.collection.name : 'Collection', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const params = { id: args.params.id }
  const pageNumber = /^[1-9]\d{0,4}$/.exec(args.url.searchParams.get('at') ?? '')?.[0] ?? '1'
  const [{ data: collection }, { data: members }] = await Promise.all([
    callForPage(args, getStaffCollection, { params }),
    callForPage(args, listCollectionMembers, { params, query: { page: pageNumber } }),
  ])
  return { collection, members }
}

export default function CollectionPage({ loaderData: { collection, members } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const listParams = new URLSearchParams(searchParams)
  listParams.delete('at')
  const { id, name, kind, state, filmmaker } = collection
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/collections', search: listParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Collections
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">#{id}</p>
        <span className={adminPage.state} data-tone={kind === 'shoot' ? undefined : collectionStateTones[state]}>
          {kind === 'shoot' ? `A shoot of ${filmmaker?.name}` : collectionStateLabels[state]}
        </span>
        <CollectionActions key={id} collection={collection} />
      </header>
      <section aria-labelledby="words">
        <h2 id="words">Details</h2>
        <CollectionTextForm key={id} collection={collection} />
      </section>
      <CollectionClips key={`clips ${id}`} collection={collection} members={members} />
      <LogList rows={collection.history} />
    </article>
  )
}

const CollectionActions = ({ collection }: { collection: StaffCollection }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, name, kind, state, published_clips } = collection
  const request = { params: { id: String(id) } }
  const publish = async () => {
    setBusy(true)
    try {
      await call(publishStaffCollection, request)
      await revalidate()
      toast(`“${name}” is published.`, { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={adminPage.ways}>
      {state === 'published' && published_clips > 0 && (
        <ButtonLink to={collectionPath(collection)} target="_blank">
          View in the shop
        </ButtonLink>
      )}
      {kind === 'shoot' && <ButtonLink to={`/admin/catalog?collection_id=${id}`}>View clips in the catalog</ButtonLink>}
      {kind === 'shoot' && published_clips > 0 && (
        <Button kind="danger" onClick={() => setWithdrawing(true)}>
          Withdraw its clips
        </Button>
      )}
      {kind === 'curated' &&
        (state === 'published' ? (
          <Button kind="danger" onClick={() => setWithdrawing(true)}>
            Withdraw
          </Button>
        ) : (
          <Button kind="primary" busy={busy && 'Publishing…'} onClick={() => void publish()}>
            Publish
          </Button>
        ))}
      <Suspense>
        {isWithdrawing && kind === 'shoot' && (
          <ReasonDialog
            title={`Withdraw the clips of ${name}`}
            what={`${published_clips === 1 ? 'Its clip leaves' : `Its ${published_clips} clips leave`} the search and every cart, with a notice. Existing licenses stay valid. You can bring the clips back in the catalog.`}
            confirm="Withdraw its clips"
            hint="The filmmaker can also read it."
            busy="Withdrawing…"
            danger
            onClose={() => setWithdrawing(false)}
            onConfirm={async reason => {
              await call(withdrawShootClips, { ...request, body: { reason } })
              await revalidate()
              toast(`The clips of “${name}” are withdrawn.`, { kind: 'success' })
            }}
          >
            <ClipUses query={{ shoot_id: request.params.id }} />
          </ReasonDialog>
        )}
        {isWithdrawing && kind === 'curated' && (
          <ReasonDialog
            title={`Withdraw ${name}`}
            what="It disappears from its address, menus, lists and search. Its clips stay for sale."
            confirm="Withdraw"
            busy="Withdrawing…"
            danger
            onClose={() => setWithdrawing(false)}
            onConfirm={async reason => {
              await call(withdrawStaffCollection, { ...request, body: { reason } })
              await revalidate()
              toast(`“${name}” is withdrawn.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </p>
  )
}

const CollectionClips = ({ collection, members }: Route.ComponentProps['loaderData']) => {
  const curation = useCuration(collection)
  const { kind, state, published_clips } = collection
  const clips = curation.order.length
  return (
    <section aria-labelledby="clips">
      <h2 id="clips">{formatClipCounts({ clips, published_clips: Math.min(clips, published_clips) })}</h2>
      {state === 'published' && clips > 0 && published_clips === 0 && (
        <Banner>None of its clips are published, so it is not visible.</Banner>
      )}
      {kind === 'curated' && <AddClips collection_id={collection.id} curation={curation} />}
      {clips === 0 ? (
        <p className={page.none}>This collection has no clips yet.</p>
      ) : (
        <MemberGrid collection={collection} members={members} curation={curation} />
      )}
    </section>
  )
}
