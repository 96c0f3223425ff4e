import { redirect } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'

import { AvatarField } from '../avatar-field.tsx'
import { getSession } from '../contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
import { ProfileForm } from '../parts/profile-form.tsx'
import { uploadAvatar, useSaveAvatar } from '../use-avatar.ts'
import type { Route } from './+types/profile-settings'

import css from './profile-settings.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Profile', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const session = await callForPage(args, getSession, {})
  if (!session.data) throw redirect('/login?next=/profile/settings')
  return { user: session.data }
}

export default function ProfileSettings({ loaderData }: Route.ComponentProps) {
  const saveAvatar = useSaveAvatar()
  const { data } = useCall(getSession, {})
  const user = data?.data ?? loaderData.user
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  return (
    <AccountPage title="Profile" lead="Your teammates see your name, and your licenses and receipts carry it.">
      <div className={css.parts}>
        <AvatarField
          kind="person"
          name={name}
          url={user.avatar_url}
          onCropped={async picture => saveAvatar(await uploadAvatar(picture))}
          onRemove={() => saveAvatar(null)}
        />
        <ProfileForm user={loaderData.user} />
      </div>
    </AccountPage>
  )
}
