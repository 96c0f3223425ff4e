export const termsOfUseSource = `- Looking, searching and comps cost nothing. You pay for licenses alone, at the price shown before you pay.
- What a license allows is in the license terms; this page is about the site and about ordering.
- Keep your password to yourself, and do not take the catalog away by machine.
- If something goes wrong, write to us first: a person answers within one business day.

## What this is about {#about}

{{company.legal_name}} (“we”), in {{company.country}}, runs {{company.name}}. By using it or ordering from it you agree to these terms and, for each clip you license, to the [license terms](/license-terms). How we treat your data is in the [privacy policy](/privacy-policy).

## Your account and your team {#account}

Anyone of 18 years or more may open an account, with an email that is theirs. You answer for what happens under it, unless it happens without your fault. Tell us at once if somebody else has your password.

Every account has a workspace. Orders and licenses belong to the workspace in which they were bought. The owner of a workspace decides who belongs to it and what each may do; a purchase by somebody with a purchasing role binds the company that the workspace represents.

We may suspend an account that breaks these terms or the law, and say why.

## Prices and orders {#orders}

Prices are in US dollars, before tax. Tax is added by the billing address and shown before you pay. A price in the cart follows the price table of the day and says so when it changed since you added the clip; an order keeps the price it was placed at.

The contract is made when your payment is confirmed or we invoice you, and you get a mail that says so. If a payment fails, nothing was ordered and nothing is charged. If its outcome is unknown, we ask the payment provider until it is known, and you are charged once at most.

## Payment and invoices {#payment}

You pay by the methods that checkout shows, or on account where we agreed on that. An invoice is due on the day it names. When it is more than 14 days overdue, downloads of that order close until it is paid.

## Delivery {#delivery}

Files are downloads. They open as soon as the payment is there, once the clip is assigned to a project, and stay open on the order’s page. Please keep a copy: should we ever close the shop, we tell licensees 90 days before.

## Changing your mind, and refunds {#withdrawal}

A consumer in the European Union or the United Kingdom may withdraw within 14 days of an order without a reason, until the first download of a clip begins. Before it we ask whether delivery shall begin at once, which ends that right for the clip. The order’s page has a button to withdraw; the [withdrawal notice](/withdrawal) has the details and a form.

If a file is broken, is not what its page says, or cannot be used for a reason that lies with us, we replace it or refund it, whenever you notice. [Write to us](/contact?topic=order) with the order’s number.

## Fair use of the site {#fair}

- No taking of the catalog, its previews or its texts by machine, except what robots.txt allows.
- Our [API](/api/docs) may be used for your own work with the shop, within its limits.
- No training of machine-learning systems with what is shown here.
- No attempts to get at what is not yours, and nothing that slows the shop for others.

## What you give us {#yours}

Names of projects and clients, boards, messages and pictures stay yours. We use them only to do what you asked for. A picture that you search with is analyzed and not saved.

## Liability {#liability}

For licensed clips, the [license terms](/license-terms#warranty) say what we stand for and up to what amount, and nothing here adds to that or takes from it. For the site we answer without limit for intent, gross negligence and injury, and where the law demands it; otherwise only for what could be foreseen. We do our best to keep the shop open, and do not promise that it never closes for an hour.

## Changes, and the law that applies {#changes}

When these terms change in a way that matters, members hear of it by mail 30 days before. Orders keep the terms of their day. The law of {{company.country}} applies and its courts decide; consumers keep the law and the courts where they live. Should one sentence not hold, the others do.
`
