/** The page on which a workspace enters an Editfest by its code. */
import { data, Link } from 'react-router'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import { getFlags } from '#platform/contract.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { getCurrentWorkspace } from '#workspaces/contract.ts'
import { canDownload } from '#workspaces/policy.ts'

import { getEditfestCode } from '../contract.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { EntrySummary } from '../parts/entry-summary.tsx'
import { formatLongDate } from '../rules.ts'
import type { Route } from './+types/account-editfest'

import css from './editfest.module.css'

/** The rules of an Editfest in short. */
const HowItWorks = () => (
  <section className={css.rules} aria-labelledby="how-it-works">
    <h2 id="how-it-works">How it works</h2>
    <ol>
      <li>
        <h3>Enter the code</h3>
        <p>It came with your invitation. One code opens the Editfest to your whole workspace, once.</p>
      </li>
      <li>
        <h3>Take your clips</h3>
        <p>
          On each clip’s page, in HD and without a watermark, as many as the Editfest gives your team. A clip counts
          once, however often you download it. Signature clips, and the comps that everybody may take, come with a
          watermark and do not count.
        </p>
      </li>
      <li>
        <h3>Cut and show your film</h3>
        <p>
          At the Editfest and as part of your own reel. For anything else, a client’s film above all, license the clips
          as always: <Link to="/license-terms">the terms</Link> do not change.
        </p>
      </li>
    </ol>
  </section>
)

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Editfest', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [flags, festival, workspace] = await Promise.all([
    callForPage(args, getFlags, {}),
    callForPage(args, getEditfestCode, {}),
    callForPage(args, getCurrentWorkspace, {}),
  ])
  // The page exists only while its flag is on.
  if (!flags.data['editfest-coupon']) throw data(null, { status: 404 })
  return { entry: festival.data, workspace: workspace.data }
}

export default function AccountEditfest({ loaderData: { entry, workspace } }: Route.ComponentProps) {
  const isRunning = entry !== null && !entry.is_over
  return (
    <article className={css.page}>
      <h1>Editfest</h1>
      <p className={css.lead}>
        A challenge for editors: real footage, one film, a deadline. Your code opens clips of our catalog to your team,
        without a license to buy.
      </p>
      {isRunning ? (
        <section aria-labelledby="entered">
          <h2 id="entered">
            {workspace.name} is in {entry.name}
          </h2>
          <EntrySummary entry={entry} />
          <p className={css.actions}>
            <ButtonLink to="/clips" kind="primary" size="lg">
              Find clips
            </ButtonLink>
            <Link to="/workspace/editfest">Clips of your team</Link>
          </p>
        </section>
      ) : canDownload(workspace.role) ? (
        <>
          {entry && (
            <p className={css.note}>
              {entry.name} ended on {formatLongDate(entry.ends_at)}. You can enter another one with its code.
            </p>
          )}
          <ConfirmEmailNotice />
          <CodeForm />
        </>
      ) : (
        <p className={css.note}>
          Your role in {workspace.name} does not include downloads. Someone who runs this workspace can change that, or
          enter the code.
        </p>
      )}
      <HowItWorks />
    </article>
  )
}
