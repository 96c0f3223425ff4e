/** Carries out one change of two-step sign-in. Load it lazily, like every dialog. */
import { call } from '#platform/call.ts'

import { removeAuthenticator, removeOnePasskey, renewCodes } from './contract.ts'
import { AppDialog } from './parts/app-dialog.tsx'
import { PasskeyDialog } from './parts/passkey-dialog.tsx'
import { ProveDialog } from './parts/prove-dialog.tsx'
import type { TwoStepTask } from './tasks.ts'

export type TwoStepDialogProps = { onClose: () => void; onChanged: () => Promise<void> }
export type EnrollDialogProps = TwoStepDialogProps & { needs_email_code: boolean }

export const TwoStepDialog = ({ task, needs_email_code, ...after }: EnrollDialogProps & { task: TwoStepTask }) => {
  switch (task.kind) {
    case 'app':
      return <AppDialog {...after} needs_email_code={needs_email_code} />
    case 'passkey':
      return <PasskeyDialog {...after} needs_email_code={needs_email_code} />
    case 'codes':
      return (
        <ProveDialog
          {...after}
          title="Make new recovery codes"
          description="Those that you have now stop working at once."
          verb="Make new codes"
          done="You have new recovery codes."
          work={async password => (await call(renewCodes, { body: { password } })).data.recovery_codes}
        />
      )
    case 'remove_app':
      return (
        <ProveDialog
          {...after}
          title="Remove the authenticator app"
          description="Its codes no longer work. If you have no passkey, two-step sign-in is off then."
          verb="Remove app"
          danger
          done="The authenticator app was removed."
          work={async password => (await call(removeAuthenticator, { body: { password } })).data}
        />
      )
    case 'remove_passkey':
      return (
        <ProveDialog
          {...after}
          title={`Remove ${task.name}`}
          description="It no longer logs in to your account. If it is your only second step, two-step sign-in is off then."
          verb="Remove passkey"
          danger
          done="The passkey was removed."
          work={async password =>
            (await call(removeOnePasskey, { params: { id: String(task.id) }, body: { password } })).data
          }
        />
      )
  }
}
