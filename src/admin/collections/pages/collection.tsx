/** One collection: what is said of it, its clips in order, and whether everybody sees it. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { collectionWords } from '#catalog/curating.ts'
import { collectionPath } from '#catalog/paths.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { ClipUses } from '../../parts/clip-uses.tsx'
import { LogList } from '../../parts/log-list.tsx'
import {
  getStaffCollection,
  listMembers,
  publishStaffCollection,
  withdrawShootClips,
  withdrawStaffCollection,
  type StaffCollection,
} from '../contract.ts'
import { AddClips } from '../parts/add-clips.tsx'
import { clipsInWords, collectionTones } from '../parts/collection-words.ts'
import { MemberGrid } from '../parts/member-grid.tsx'
import { useCurating } from '../parts/use-curating.ts'
import { WordsForm } from '../parts/words-form.tsx'
import type { Route } from './+types/collection'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

const ReasonDialog = lazy(() => import('../../parts/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.collection.name : 'Collection', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const params = { id: args.params.id }
  const at = /^[1-9]\d{0,4}$/.exec(args.url.searchParams.get('at') ?? '')?.[0] ?? '1'
  const [{ data: collection }, { data: members }] = await Promise.all([
    pageCall(args, getStaffCollection, { params }),
    pageCall(args, listMembers, { params, query: { page: at } }),
  ])
  return { collection, members }
}

export default function CollectionPage({ loaderData: { collection, members } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const back = new URLSearchParams(asked)
  back.delete('at')
  const { id, name, kind, state, filmmaker } = collection
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/collections', search: back.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Collections
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">#{id}</p>
        <span className={desk.state} data-tone={kind === 'shoot' ? undefined : collectionTones[state]}>
          {kind === 'shoot' ? `A shoot of ${filmmaker?.name}` : collectionWords[state]}
        </span>
        <Ways key={id} collection={collection} />
      </header>
      <section aria-labelledby="words">
        <h2 id="words">Words</h2>
        <WordsForm key={id} collection={collection} />
      </section>
      <Clips key={`clips ${id}`} collection={collection} members={members} />
      <LogList rows={collection.history} />
    </article>
  )
}

const Ways = ({ collection }: { collection: StaffCollection }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, name, kind, state, published_clips } = collection
  const at = { params: { id: String(id) } }
  const publish = async () => {
    setBusy(true)
    try {
      await call(publishStaffCollection, at)
      await revalidate()
      toast(`“${name}” is open to everybody.`, { kind: 'success' })
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={desk.ways}>
      {state === 'published' && published_clips > 0 && (
        <ButtonLink to={collectionPath(collection)} target="_blank">
          See it in the shop
        </ButtonLink>
      )}
      {kind === 'shoot' && <ButtonLink to={`/admin/catalog?collection_id=${id}`}>Its clips in the catalog</ButtonLink>}
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
            what={`${published_clips === 1 ? 'Its clip leaves' : `Its ${published_clips} clips leave`} the search and every cart, with a notice. What was licensed stays licensed. In the catalog they are brought back.`}
            confirm="Withdraw its clips"
            hint="Its filmmaker reads it, too."
            busy="Withdrawing…"
            danger
            onClose={() => setWithdrawing(false)}
            onConfirm={async reason => {
              await call(withdrawShootClips, { ...at, body: { reason } })
              await revalidate()
              toast(`The clips of “${name}” are withdrawn.`, { kind: 'success' })
            }}
          >
            <ClipUses query={{ shoot_id: at.params.id }} />
          </ReasonDialog>
        )}
        {isWithdrawing && kind === 'curated' && (
          <ReasonDialog
            title={`Withdraw ${name}`}
            what="Nobody finds it any more: not by its address, in menus, lists or the search. Its clips stay for sale."
            confirm="Withdraw"
            busy="Withdrawing…"
            danger
            onClose={() => setWithdrawing(false)}
            onConfirm={async reason => {
              await call(withdrawStaffCollection, { ...at, body: { reason } })
              await revalidate()
              toast(`“${name}” is withdrawn.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </p>
  )
}

const Clips = ({ collection, members }: Route.ComponentProps['loaderData']) => {
  const curating = useCurating(collection)
  const { kind, state, published_clips } = collection
  const clips = curating.order.length
  return (
    <section aria-labelledby="clips">
      <h2 id="clips">{clipsInWords({ clips, published_clips: Math.min(clips, published_clips) })}</h2>
      {state === 'published' && clips > 0 && published_clips === 0 && (
        <Banner>None of its clips is published: nobody sees it.</Banner>
      )}
      {kind === 'curated' && <AddClips collection_id={collection.id} curating={curating} />}
      {clips === 0 ? (
        <p className={page.none}>There is no clip in it yet.</p>
      ) : (
        <MemberGrid collection={collection} members={members} curating={curating} />
      )}
    </section>
  )
}
