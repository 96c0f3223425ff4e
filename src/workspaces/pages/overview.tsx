import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { AvatarField } from '#accounts/avatar-field.tsx'
import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { getWorkspaceSummary } from '#site/workspace-summary/contract.ts'
import { WorkspaceSummary } from '#site/workspace-summary/workspace-summary.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'

import { getAbilities, getCurrentWorkspace } from '../contract.ts'
import { LeaveWorkspace } from '../parts/leave-workspace.tsx'
import { NameForm } from '../parts/name-form.tsx'
import { RequestButton } from '../parts/request-button.tsx'
import { canDownload, canManageTeam, canPurchase } from '../policy.ts'
import { roleLabels } from '../roles.ts'
import { getWorkspaceOverview } from '../team-contract.ts'
import { uploadWorkspaceAvatar, useSaveWorkspaceAvatar } from '../use-workspace-avatar.ts'
import type { Route } from './+types/overview'

import css from './overview.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Workspace', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [overview, current, abilities, summary] = await Promise.all([
    callForPage(args, getWorkspaceOverview, {}),
    callForPage(args, getCurrentWorkspace, {}),
    callForPage(args, getAbilities, {}),
    callForPage(args, getWorkspaceSummary, {}),
  ])
  return { overview: overview.data, current: current.data, abilities: abilities.data, summary: summary.data }
}

export default function Overview({ loaderData: { overview, current, abilities, summary } }: Route.ComponentProps) {
  const { role } = current
  const [isRenaming, setIsRenaming] = useState(false)
  const isManager = canManageTeam(role)
  const { members_count, invites_count, owner_email } = overview
  const picture = { kind: 'workspace', name: overview.name, url: overview.avatar_url } as const
  return (
    <div className={css.page}>
      <div className={css.picture}>
        {isManager ? <EditablePicture {...picture} /> : <Avatar {...picture} size="lg" />}
      </div>
      {isRenaming ? (
        <NameForm name={overview.name} onDone={() => setIsRenaming(false)} />
      ) : (
        <header className={css.head}>
          <h1>{overview.name}</h1>
          {isManager && (
            <button type="button" className={css.rename} onClick={() => setIsRenaming(true)}>
              Rename
            </button>
          )}
        </header>
      )}
      <WorkspaceSummary summary={summary} canPurchase={canPurchase(role)} />
      <dl className={css.facts}>
        <div>
          <dt>People</dt>
          <dd>
            {members_count === 1 ? 'Only you' : `${members_count} people`}
            {invites_count > 0 && <span>{invites_count === 1 ? ', 1 invited' : `, ${invites_count} invited`}</span>}
            {abilities.can_view_workspace_settings && <Link to="/workspace/team">Team</Link>}
          </dd>
        </div>
        <div>
          <dt>Owner</dt>
          <dd>{owner_email}</dd>
        </div>
        <div>
          <dt>Your role</dt>
          <dd>{roleLabels[role]}</dd>
        </div>
      </dl>
      <section className={css.abilities} aria-labelledby="abilities">
        <h2 id="abilities">What you can do here</h2>
        <ul>
          {permissions.map(([label, isAllowed]) => (
            <li key={label} data-may={isAllowed(role)}>
              <span className="visually-hidden">{isAllowed(role) ? 'Yes: ' : 'No: '}</span>
              {label}
            </li>
          ))}
        </ul>
      </section>
      <p className={css.actions}>
        {isManager && <InviteButton />}
        <RequestButton kind="support">Workspace support</RequestButton>
        {isManager && <RequestButton kind="enterprise">Unlock enterprise features</RequestButton>}
        {members_count > 1 && role !== 'owner' && <LeaveWorkspace name={overview.name} />}
      </p>
    </div>
  )
}

const InviteButton = () => {
  const masqueradeNotice = useMasqueradeNotice()
  return masqueradeNotice === undefined ? (
    <ButtonLink to="/workspace/team?invite=1" kind="primary" size="lg">
      Invite teammates
    </ButtonLink>
  ) : (
    <Button kind="primary" size="lg" disabled title={masqueradeNotice}>
      Invite teammates
    </Button>
  )
}

type WorkspacePicture = { kind: 'workspace'; name: string; url: string | null }

const EditablePicture = (picture: WorkspacePicture) => {
  const save = useSaveWorkspaceAvatar()
  const { revalidate } = useRevalidator()
  const saveAndReload = async (avatar_public_id: string | null) => {
    await save(avatar_public_id)
    await revalidate()
  }
  return (
    <AvatarField
      {...picture}
      onCropped={async cropped => saveAndReload(await uploadWorkspaceAvatar(cropped))}
      onRemove={() => saveAndReload(null)}
    />
  )
}

const permissions = [
  ['Find and preview footage', () => true],
  ['Download what the workspace licensed', canDownload],
  ['License footage and pay for it', canPurchase],
  ['Invite people, change roles, edit billing', canManageTeam],
] as const
