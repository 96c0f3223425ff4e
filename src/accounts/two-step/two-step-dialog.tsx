/** The dialog for one change of the two-step settings. Load it lazily. */
import { call } from '#platform/http/call.ts'

import { removeAuthenticator, removeOnePasskey, renewCodes } from './contract.ts'
import { AppDialog } from './parts/app-dialog.tsx'
import { PasskeyDialog } from './parts/passkey-dialog.tsx'
import { PasswordDialog } from './parts/password-dialog.tsx'
import type { EnrollDialogProps, TwoStepTask } from './tasks.ts'

export const TwoStepDialog = ({ task, needs_email_code, ...callbacks }: EnrollDialogProps & { task: TwoStepTask }) => {
  switch (task.kind) {
    case 'app':
      return <AppDialog {...callbacks} needs_email_code={needs_email_code} />
    case 'passkey':
      return <PasskeyDialog {...callbacks} needs_email_code={needs_email_code} />
    case 'codes':
      return (
        <PasswordDialog
          {...callbacks}
          title="Make new recovery codes"
          description="Those that you have now stop working at once."
          verb="Make new codes"
          done="You have new recovery codes."
          work={async password => (await call(renewCodes, { body: { password } })).data.recovery_codes}
        />
      )
    case 'remove_app':
      return (
        <PasswordDialog
          {...callbacks}
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
        <PasswordDialog
          {...callbacks}
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
