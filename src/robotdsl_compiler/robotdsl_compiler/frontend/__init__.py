"""From source text to syntax trees and back."""
