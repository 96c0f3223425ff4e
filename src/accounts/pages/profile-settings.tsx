import { useQueryClient } from '@tanstack/react-query'
import { redirect } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { setCall, useCall } from '#platform/query.ts'
import { useToast } from '#ui/toast.tsx'

import { AvatarField } from '../avatar-field.tsx'
import { getSession } from '../contract.ts'
import { OccupationForm } from '../parts/occupation-form.tsx'
import { OwnPage } from '../parts/own-page.tsx'
import { ProfileForm } from '../parts/profile-form.tsx'
import { sendAvatar, useSaveAvatar } from '../use-avatar.ts'
import { VerticalsForm } from '../verticals-form.tsx'
import type { Route } from './+types/profile-settings'

import css from './profile-settings.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Profile', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const session = await pageCall(args, getSession, {})
  if (!session.data) throw redirect('/login?next=/profile/settings')
  return { user: session.data }
}

export default function ProfileSettings({ loaderData }: Route.ComponentProps) {
  const client = useQueryClient()
  const toast = useToast()
  const saveAvatar = useSaveAvatar()
  const { data } = useCall(getSession, {})
  const user = data?.data ?? loaderData.user
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  return (
    <OwnPage title="Profile" lead="Your teammates see your name, and your licenses and receipts carry it.">
      <div className={css.parts}>
        <AvatarField
          kind="person"
          name={name}
          url={user.avatar_url}
          onCropped={async picture => saveAvatar(await sendAvatar(picture))}
          onRemove={() => saveAvatar(null)}
        />
        <ProfileForm user={loaderData.user} />
        <section aria-labelledby="your-work">
          <h2 id="your-work">Your work</h2>
          <OccupationForm user={loaderData.user} />
        </section>
        <section aria-labelledby="what-you-make">
          <h2 id="what-you-make">What you make</h2>
          <VerticalsForm
            chosen={loaderData.user.verticals}
            onSaved={saved => {
              setCall(client, getSession, {}, { data: saved, meta: {} })
              toast('What you make has been saved.', { kind: 'success' })
            }}
          />
        </section>
      </div>
    </OwnPage>
  )
}
