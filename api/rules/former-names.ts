/** Renames in queries of calls and pages what the last release called otherwise. Goes with the next release. */
export const renameQuery = (url: string): string =>
  url
    .replace(/([?&]paymentStatus=)part_paid\b/, '$1instalment_paid')
    .replace(/([?&]attention=)overduePart\b/, '$1overdueInstalment')
    .replace(/([?&]event=)order\.part_paid\b/, '$1order.instalment_paid')
    // Of the checkout's page and of an invoice's call.
    .replace(/([?&])part=/, '$1instalment=')
