/** The clips that a workspace has taken for its Editfest, and how many are left. */
import { Clapperboard, Download, Film } from 'lucide-react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath } from '#catalog/paths.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { getWorkspaceEditfest, type TakenClip } from '../contract.ts'
import { EntrySummary } from '../parts/entry-summary.tsx'
import { formatLongDate } from '../rules.ts'
import { useEditfestDownload } from '../use-editfest-download.ts'
import type { Route } from './+types/workspace-editfest'

import css from './editfest.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Editfest', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, getWorkspaceEditfest, {})).data

export default function WorkspaceEditfest({ loaderData }: Route.ComponentProps) {
  const { entry, clips, can_download, can_enter } = loaderData
  const enterAction = can_enter ? (
    <ButtonLink to="/account/editfest" kind="primary" size="lg">
      Enter a code
    </ButtonLink>
  ) : (
    <ButtonLink to="/contact" size="lg">
      Contact us
    </ButtonLink>
  )
  if (!entry)
    return (
      <div className={css.workspace}>
        <h1>Editfest</h1>
        <EmptyState icon={Clapperboard} title="Your workspace is in no Editfest yet" action={enterAction}>
          Editfest is our challenge for editors: with a code, your team takes clips in HD and cuts a film of them.
        </EmptyState>
      </div>
    )
  const isOpen = can_download && !entry.is_over
  return (
    <div className={css.workspace}>
      <h1>{entry.name}</h1>
      <EntrySummary entry={entry} />
      {entry.is_over && (
        <p className={css.note}>
          This Editfest is over, so its files can no longer be downloaded. For other uses, license a clip on its page.{' '}
          {can_enter && <Link to="/account/editfest">Enter another one</Link>}
        </p>
      )}
      <section aria-labelledby="clips">
        <h2 id="clips">Clips of your team</h2>
        {clips.length === 0 ? (
          <EmptyState
            icon={Film}
            title="No clips yet"
            action={
              <ButtonLink to="/clips" kind="primary" size="lg">
                Find clips
              </ButtonLink>
            }
          >
            {isOpen
              ? `On each clip’s page “Use in ${entry.name}” downloads its HD file.`
              : 'Clips that your team takes are listed here.'}
          </EmptyState>
        ) : (
          <ul className={css.clips}>
            {clips.map(clip => (
              <TakenClipRow key={clip.id} clip={clip} isOpen={isOpen} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

const TakenClipRow = ({ clip, isOpen }: { clip: TakenClip; isOpen: boolean }) => {
  const { download, isStarting } = useEditfestDownload(clip.id)
  return (
    <li className={css.clip}>
      <ClipThumb thumbs={clip.thumbs} sizes="(max-width: 569px) 100vw, 320px" />
      <div>
        <h3>{clip.is_published ? <Link to={clipPath(clip)}>{clip.name}</Link> : clip.name}</h3>
        <p>
          Clip {clip.id} by {clip.filmmaker}
        </p>
        <p>
          Taken by {clip.downloaded_by}, {formatLongDate(clip.downloaded_at)}
        </p>
      </div>
      {isOpen && (
        <Button busy={isStarting && 'Starting…'} onClick={download}>
          <Download aria-hidden />
          Download HD
          <span className="visually-hidden">: {clip.name}</span>
        </Button>
      )}
    </li>
  )
}
