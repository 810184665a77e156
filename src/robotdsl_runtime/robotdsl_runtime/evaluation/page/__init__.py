"""The parts of the report page: style sheet, script and sections."""
