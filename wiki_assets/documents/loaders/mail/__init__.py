"""Mails (EML, MBOX, MHTML): headers, bodies, attachments."""
