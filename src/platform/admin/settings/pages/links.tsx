/** The company’s profiles and sister sites, and links of its own in the footer. */
import { useFieldArray } from 'react-hook-form'

import { TextField } from '#ui/text-field.tsx'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { LinksBody, getLinksSettings, saveLinksSettings } from '../contract.ts'
import { FieldRows } from '../parts/field-rows.tsx'
import { SettingsFrame } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/links'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Links', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log] = await Promise.all([
    callForPage(args, getLinksSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'links' } }),
  ])
  return { saved: saved.data, log: log.data }
}

export default function LinksSettings({ loaderData: { saved, log } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: LinksBody,
    saved,
    send: body => call(saveLinksSettings, { body }),
  })
  const { register, formState, control } = form
  const { errors } = formState
  const social = useFieldArray({ control, name: 'social' })
  const sites = useFieldArray({ control, name: 'sister_sites' })
  const links = useFieldArray({ control, name: 'footer_links' })
  return (
    <SettingsFrame group="links" log={log} state={state}>
      <FieldRows
        title="Social profiles"
        noun="profile"
        hint="In the footer and the Support menu."
        keys={social.fields.map(({ id }) => id)}
        error={errors.social?.message ?? errors.social?.root?.message}
        onAdd={() => social.append({ name: '', to: '' })}
        onRemove={social.remove}
      >
        {index => (
          <>
            <TextField
              dense
              label="Name"
              {...register(`social.${index}.name`)}
              error={errors.social?.[index]?.name?.message}
            />
            <TextField
              dense
              label="Address"
              type="url"
              {...register(`social.${index}.to`)}
              error={errors.social?.[index]?.to?.message}
            />
          </>
        )}
      </FieldRows>
      <FieldRows
        title="Sister sites"
        noun="site"
        hint="In the bar above the header, and in the footer."
        keys={sites.fields.map(({ id }) => id)}
        error={errors.sister_sites?.message ?? errors.sister_sites?.root?.message}
        onAdd={() => sites.append({ name: '', about: '', to: '' })}
        onRemove={sites.remove}
      >
        {index => (
          <>
            <TextField
              dense
              label="Name"
              {...register(`sister_sites.${index}.name`)}
              error={errors.sister_sites?.[index]?.name?.message}
            />
            <TextField
              dense
              label="What it is"
              optional
              {...register(`sister_sites.${index}.about`)}
              error={errors.sister_sites?.[index]?.about?.message}
            />
            <TextField
              dense
              label="Address"
              type="url"
              {...register(`sister_sites.${index}.to`)}
              error={errors.sister_sites?.[index]?.to?.message}
            />
          </>
        )}
      </FieldRows>
      <FieldRows
        title="Links in the footer"
        noun="link"
        hint="A page of the shop begins with /, such as /faq."
        keys={links.fields.map(({ id }) => id)}
        error={errors.footer_links?.message ?? errors.footer_links?.root?.message}
        onAdd={() => links.append({ label: '', to: '' })}
        onRemove={links.remove}
      >
        {index => (
          <>
            <TextField
              dense
              label="Label"
              {...register(`footer_links.${index}.label`)}
              error={errors.footer_links?.[index]?.label?.message}
            />
            <TextField
              dense
              label="Address"
              {...register(`footer_links.${index}.to`)}
              error={errors.footer_links?.[index]?.to?.message}
            />
          </>
        )}
      </FieldRows>
    </SettingsFrame>
  )
}
