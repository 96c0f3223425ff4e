export const privacyPolicySource = `{{privacy.summary}}
- Card numbers never reach us.
- Orders are kept as long as tax law demands. The rest goes when you ask.

## Who is responsible {#who}

{{company.legal_name}}, {{company.country}}. Write to [{{company.email}}](mailto:{{company.email}}), call {{company.phone}}, or use the [contact form](/contact?topic=privacy).

## Your account {#account}

To open an account we need an email and a password. The password is stored only as an argon2id hash, from which nobody can read it. What else you tell us of yourself (name, picture, company, what you work as) is yours to leave out or change. Kept until you close the account, because without it there is none (contract, Art. 6(1)(b) GDPR).

If you sign in with Google, Google tells us your name, your email and your Google user number; we keep the number to know you again, until you disconnect it. We tell Google nothing of what you do here.

Mails about footage and filmmaking come only if you asked for them, until you do not want them anymore (consent, Art. 6(1)(a)). Updates about your work (your boards, quotes, licenses and uploads) also come only if you chose them, as often as you chose, and each has a link that ends them with one click. What you choose is recorded with its time, your email and the text beside it, so that we can prove it, and the record is deleted with your account. Mails about your orders, your account and uploads that wait for you always come.

While you are logged in we keep your browser’s name and network address with the session, so that a stranger’s login can be distinguished from yours. They go when the session ends or expires.

## Carts, orders and licenses {#orders}

An order keeps what was licensed, for whom, the billing address, tax and its evidence, and how it was paid: the kind of card and its last four digits. We need it to deliver and to prove the license (contract), and tax law makes us keep it (Art. 6(1)(c)). Members of the same workspace see its orders according to their role.

The number of a card, its code and bank details are typed into fields of the payment provider. They go there directly and never touch our servers.

## Filmmakers {#filmmakers}

Filmmakers whom we pay send us tax forms. We keep the form, its days and its file, in storage that only administrators can open, and each opening is logged. Tax law makes us ask for them and keep them (Art. 6(1)(c)). They are deleted {{privacy.tax_forms}} after they expired, were replaced or were removed.

## Looking around {#looking}

What is searched for is counted by word and day, without who searched, and forgotten after {{privacy.searches}}. So that nobody counts twice, the server’s memory holds for the day who searched; nothing of that is written down. That a clip was opened, taken as a comp or licensed counts toward its popularity; who did so is forgotten after {{privacy.interest}}.

A picture that you search with is turned into 87 bytes of colors and shapes, compared, and not saved: no file, no log. Logs of the server hold the time, the path and the response to a request, without cookies, search words or bodies.

## Messages and footage research {#messages}

What you write through our forms becomes a ticket: name, email, phone if you give one, message, and your account if you are logged in. Our support and research people read it and nobody else. Tickets are deleted {{privacy.tickets}} after they were written, once they are closed (our interest in answering well, Art. 6(1)(f)).

## Cookies and browser storage {#cookies}

Every cookie this shop sets. Some names begin with \\_\\_Host-, which ties the cookie to this address:

{{privacy.cookies}}

And what your browser keeps for itself, which is not sent along:

{{privacy.storage}}

{{privacy.measuring}}

## How long we keep it {#retention}

Orders, invoices and licenses are kept as long as tax law demands, and your account until you close it. Jobs delete the rest every night:

{{privacy.retention}}

## Who works for us {#processors}

{{privacy.processors}}

{{privacy.outside}} Where data leaves the European Economic Area, the European Commission’s standard clauses or a decision on adequacy protect it. We tell authorities what a valid order makes us tell, and no more.

## Your rights {#rights}

You may see what we hold about you, have it put right, get a copy to take elsewhere, have it deleted, object to a use, and take back a consent. A copy and deleting are in [your account](/account/privacy), done by yourself; for the rest [ask us](/contact?topic=privacy) from the email of your account. It is done within 30 days and costs nothing.

Deleting an account takes 14 days, in which you can take it back. Then it removes the person: name, email, picture, sessions, messages to us, boards of their own. Orders, invoices and licenses stay with the workspace for as long as tax law demands, because others rely on them. You may also complain to the data protection authority where you live, or to ours, in {{company.country}}.

## How it is kept safe {#safe}

Connections are encrypted, passwords and tokens are stored hashed, files open by addresses that expire, and each response of our server is checked against who may see it. Should data ever get out, you and the authority hear of it within 72 hours of us.

## Children, and changes {#children}

The shop is for people of 18 years or more. When this policy changes in a way that matters, members hear of it by mail before it does. In California you have [further rights](/privacy-policy/ccpa).
`
